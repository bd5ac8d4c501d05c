/** A console that reads the season with SQL. */

import { download } from "../../../ui/download.js";
import { el, setText } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { failureText } from "./failure.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Season } from "./season.js" */
/** @import { SqlValue } from "../store/types" */
/** @import { SqlResult } from "../../../pkg-store/matchday_web_store.js" */

const MOST_ROWS = 1_000;
/** The tables and views that the console can read. */
const TABLES =
  "select m.name, group_concat(c.name, ', ') from sqlite_schema m, pragma_table_info(m.name) c where m.type in ('table', 'view') group by m.name";
/** Rows that a press on a table's name shows. */
const GLANCE = 20;
/** Most characters of a value in a cell; the CSV file has all. */
const MOST_SHOWN = 1_000;

export class SqlPage {
  /** @param {Page} page @param {Season} season */
  constructor(page, season) {
    this.page = page;
    this.season = season;
    /** @type {SqlResult | null} */
    this.result = null;
    this.asking = new AbortController();
    /** The season of the result. @type {string | undefined} */
    this.of = undefined;
    this.examples = el("select", {
      "aria-label": words.sql.examples,
      onchange: () => this.examples.value && this.runQuery(this.examples.value),
    });
    this.query = el("textarea", {
      class: "field",
      id: "season-sql",
      rows: 6,
      spellcheck: "false",
      autocapitalize: "off",
      onkeydown: (event) => this.key(/** @type {KeyboardEvent} */ (event)),
    });
    this.go = el("button", { type: "button", class: "btn primary", onclick: () => this.run() }, words.sql.run);
    this.csv = el("button", { type: "button", class: "btn solid", hidden: "", onclick: () => this.saveCsv() }, words.sql.csv);
    this.said = el("p", { role: "status" });
    this.tables = el("dl");
    this.head = el("tr");
    this.body = el("tbody");
    const result = el("table", {}, el("caption", {}, words.sql.result), el("thead", {}, this.head), this.body);
    this.wide = el("div", { class: "wide", hidden: "", tabindex: 0 }, result);
    this.root = el(
      "section",
      { class: "sql", "data-testid": "sql" },
      el("p", {}, fill(words.sql.help, num(MOST_ROWS))),
      el("div", { class: "toolrow" }, el("span", { class: "pick" }, this.examples)),
      el("details", {}, el("summary", {}, words.sql.tables), this.tables),
      el("label", { for: "season-sql" }, words.sql.label),
      this.query,
      el("div", { class: "toolrow" }, this.go, this.csv),
      this.said,
      this.wide,
    );
  }

  draw() {}

  async show() {
    const { status, seasonStore } = this.season;
    if (status?.name !== this.of) this.clear();
    this.of = status?.name;
    if (this.examples.options.length) return;
    const [examples, tables] = await Promise.all([seasonStore.ask("examples", {}), seasonStore.ask("sql", { sql: TABLES })]);
    this.tables.replaceChildren(...tables.rows.flatMap(([name, columns]) => this.aboutTable(String(name), String(columns))));
    this.examples.replaceChildren(
      el("option", { value: "" }, words.sql.examples),
      ...examples.map(({ title, sql }) => el("option", { value: sql }, title)),
    );
    if (!this.query.value && examples.length) this.query.value = examples[0].sql;
  }

  /** Clears the result: no query has run on this season. */
  clear() {
    this.asking.abort();
    this.wide.hidden = this.csv.hidden = true;
    setText(this.said, "");
  }

  /** @param {string} name @param {string} columns */
  aboutTable(name, columns) {
    const look = () => {
      this.runQuery(`select * from ${name} limit ${GLANCE}`);
      // The list is long, and the result is below it.
      this.query.focus();
    };
    return [el("dt", {}, el("button", { type: "button", class: "linkish", onclick: look }, name)), el("dd", {}, columns)];
  }

  /** @param {string} sql */
  runQuery(sql) {
    this.query.value = sql;
    this.run();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.run();
  }

  async run() {
    if (!this.query.value.trim()) return setText(this.said, words.sql.empty);
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    // A query may run before the page is shown: its result stays.
    this.of = this.season.status?.name;
    setText(this.said, words.sql.asking);
    try {
      this.showResult(await this.season.seasonStore.ask("sql", { sql: this.query.value }, { signal }));
    } catch (thrown) {
      this.wide.hidden = this.csv.hidden = true;
      setText(this.said, failureText(thrown));
    }
  }

  /** @param {SqlResult} result */
  showResult(result) {
    const { columns, rows, truncated, ms } = (this.result = result);
    this.head.replaceChildren(...columns.map((name) => el("th", { scope: "col" }, name)));
    this.body.replaceChildren(
      ...rows.map((row) =>
        el("tr", {}, ...row.map((value) => el("td", typeof value === "number" ? {} : { class: "text" }, clip(valueText(value))))),
      ),
    );
    this.wide.hidden = this.csv.hidden = columns.length === 0;
    setText(this.said, rows.length === 0 ? words.sql.nothing : fill(truncated ? words.sql.cut : words.sql.rows, num(rows.length), num(ms)));
  }

  saveCsv() {
    if (!this.result) return;
    const { columns, rows } = this.result;
    const lines = [columns, ...rows].map((row) => row.map(field).join(","));
    download("matchday.csv", new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" }));
  }
}

/** A value as the table shows it. @param {SqlValue} value */
function valueText(value) {
  if (value === null) return words.sql.null;
  return typeof value === "object" ? fill(words.sql.blob, num(value.blob_bytes)) : String(value);
}

/** @param {string} text */
const clip = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** A field of a CSV file, RFC 4180. A quote is put before a text that a spreadsheet would run as a formula. @param {SqlValue} value */
function field(value) {
  if (value === null) return "";
  const plain = valueText(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
