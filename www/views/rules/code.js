/** The page of the reader's code: AssemblyScript that is compiled here, or a module from a file. */

import { bareCode } from "../../core/consent.js";
import { offerRetry } from "../../core/lazy.js";
import { fill } from "../../core/text.js";
import { download } from "../../ui/download.js";
import { debounce, el, setText } from "../../core/dom.js";
import { CodeErrors, compileLimited, moduleOfCode } from "../../worker/plugins.js";
import { CodeEditor } from "./code-editor.js";
import { readConstants, setConstants, withConstant } from "../../worker/rule-constants.js";
import { Draft } from "./draft.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { RulesPage as Page } from "../../ui/page" */
/** @import { Knob } from "./draft.js" */
/** @import { Slide } from "./slider-lines.js" */
/** @import { CodeError } from "../../worker/types" */

const said = words.code;
const EXAMPLES = ["article", "skill-windows", "nearest-first", "batches"];
const FIRST = "nearest-first";
/** Time from the last key press to the compilation. */
const SETTLE_MS = 600;

export class CodeForm {
  /** @param {Page} page @param {() => void} onChange */
  constructor(page, onChange) {
    this.page = page;
    this.onChange = onChange;
    /** The parameter that has its numbers. */
    this.parameter = "constants";
    this.name = said.file;
    /** What the compiler said of the code. @type {{ of: string, errors: CodeError[] }} */
    this.compiled = { of: "", errors: [] };
    /** The name of an opened module that forms the matches instead; empty: none. */
    this.module = "";
    this.draft = new Draft({ read: (text) => this.read(text), withNumber: withConstant }, onChange);
    this.editor = new CodeEditor();
    this.editor.dataset.testid = "code-editor";
    this.editor.label = said.editor;
    this.editor.addEventListener("change", () => this.write(this.editor.value));
    this.editor.addEventListener("slide", (event) => this.onSlide(/** @type {CustomEvent<Slide>} */ (event).detail));
    this.onSlide = (/** @type {Slide} */ _moved) => {};
    this.checkLater = debounce(SETTLE_MS, () => void this.check());
    this.problem = el("span", { class: "problem", "data-testid": "code-errors", role: "status" });
    this.title = el("b");
    this.examples = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": said.examples, onchange: () => this.openExample() }));
    const names = Object.entries(said.exampleNames).map(([name, title]) => el("option", { value: name }, title));
    this.examples.append(el("option", { value: "", hidden: "" }, said.examples), ...names);
    const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "code-file", class: "vh", accept: ".ts,.txt,.wasm" }));
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.openFile(file.files[0]);
      file.value = "";
    });
    const saveIt = () => download(this.name, new Blob([this.draft.text], { type: "text/plain" }));
    const head = el(
      "div",
      { class: "editorhead" },
      this.title,
      el("span", { class: "pick" }, this.examples),
      this.problem,
      file,
      el("label", { class: "btn", for: "code-file" }, said.open),
      el("button", { type: "button", class: "btn", onclick: saveIt }, said.save),
    );
    this.opened = el("p");
    const leave = () => {
      this.module = "";
      onChange();
    };
    this.ofModule = el(
      "div",
      { class: "ofmodule", hidden: "" },
      this.opened,
      el("button", { type: "button", class: "btn", onclick: leave }, said.leave),
    );
    this.help = el("p", { class: "hint" }, said.help, " ", el("a", { href: "guide/plug-ins.html" }, said.guide));
    this.root = el("div", { class: "editing" }, this.ofModule, el("div", { class: "editorbox" }, head, this.editor), this.help);
    /** Code and constants of the parameters that the draft was last taken from. */
    this.taken = "none yet";
  }

  /** Takes the code of the parameters, or an example if there is none. @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { policy, code, constants, plugin } = this.page.state.params;
    const now = [policy, code, constants, plugin].join("\n");
    if (this.taken === now) return;
    this.taken = now;
    if (policy === "plugin") this.module = code ? "" : plugin;
    if (code && (code !== this.draft.base || constants !== this.constants())) this.takeCode(code, constants);
    else if (!code && this.draft.base === "") this.openExample(FIRST);
  }

  /** @param {string} code @param {string} constants */
  takeCode(code, constants) {
    this.draft.write(code);
    for (const [name, value] of setConstants(constants)) this.draft.move(name, value);
    this.editor.value = this.draft.text;
  }

  /** The constants that were moved since the code was written, as parameters have them. */
  constants() {
    return constantsOf(this.draft.knobs);
  }

  /** The parameters that make the draft the rules of the day. @returns {Record<string, string>} */
  patch() {
    if (this.module) return { policy: "plugin", plugin: this.module, code: "", constants: "" };
    return { policy: "plugin", plugin: "", code: this.draft.base, constants: this.constants() };
  }

  /** The same with another value of a constant. @param {string} name @param {number} value */
  patchWith(name, value) {
    const knobs = this.draft.knobs.map((knob) => (knob.name === name ? { ...knob, value } : knob));
    return { ...this.patch(), constants: constantsOf(knobs) };
  }

  /** @param {string} text */
  read(text) {
    const { constants, errors } = readConstants(text);
    const compiled = this.compiled.of === text ? this.compiled.errors : [];
    const problems = [...errors, ...compiled].map((error) => ({ ...error, severity: /** @type {const} */ ("error") }));
    return { problems, knobs: constants.map((constant) => ({ ...constant, label: constant.name, hint: constant.words })) };
  }

  /** Takes a text that the reader wrote. @param {string} text */
  write(text) {
    this.module = "";
    const { engine, state } = this.page;
    // The code of a link that was changed and changed back is the code of a link.
    if (bareCode(text) !== bareCode(state.params.code)) engine.consent.give(text);
    this.draft.write(text);
    this.checkLater();
  }

  /** Compiles the code. Resolves with whether it can be run. */
  async check() {
    const { base } = this.draft;
    setText(this.problem, said.compiling);
    this.problem.classList.remove("bad");
    try {
      await moduleOfCode(base);
      this.compiled = { of: base, errors: [] };
    } catch (thrown) {
      setText(this.problem, "");
      if (!(thrown instanceof CodeErrors)) {
        offerRetry(this.page.notices, thrown, this.again);
        return false;
      }
      this.compiled = { of: base, errors: thrown.errors };
    }
    // Moved constants are no part of what was compiled.
    if (base === this.draft.base && this.draft.text === base) this.draft.check();
    this.onChange();
    return base === this.draft.base && this.compiled.errors.length === 0 && !this.draft.error;
  }

  again = () => void this.check();

  /** Makes sure that the code can be run. */
  async prepare() {
    return this.module !== "" || (await this.check());
  }

  /** @param {string} [name] */
  async openExample(name = this.examples.value) {
    this.examples.value = "";
    if (!EXAMPLES.includes(name)) return;
    try {
      const url = new URL(`./examples/${name}.ts`, import.meta.url);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
      const text = await response.text();
      this.name = `${name}.ts`;
      this.module = "";
      this.page.engine.consent.give(text);
      this.editor.value = text;
      this.draft.write(text);
    } catch (thrown) {
      offerRetry(this.page.notices, thrown, () => this.openExample(name));
    }
  }

  /** Opens code, or a module. @param {File} file */
  async openFile(file) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (String.fromCharCode(...bytes.subarray(0, 4)) === "\0asm") {
        this.page.engine.plugins.set(file.name, await compileLimited(bytes));
        this.module = file.name;
        return this.onChange();
      }
      this.name = file.name;
      this.editor.value = new TextDecoder().decode(bytes);
      this.write(this.editor.value);
      this.editor.focus();
    } catch (thrown) {
      this.page.notices.error(thrown);
    }
  }

  /** Shows the draft. */
  show() {
    const { problems, knobs, text } = this.draft;
    this.editor.value = text;
    this.editor.errors = problems.map((error) => ({ ...error, end: error.end ?? error.column + 1 }));
    this.editor.sliders = knobs.map(({ initial, hint, label, ...knob }) => ({
      ...knob,
      base: initial,
      label: hint ? `${label}, ${hint}` : label,
    }));
    setText(this.title, this.name);
    setText(this.problem, problems.length ? fill(said.errors, problems.length) : "");
    this.problem.classList.toggle("bad", problems.length > 0);
    this.ofModule.hidden = this.module === "";
    setText(this.opened, fill(said.opened, this.module));
  }
}

/** The moved constants as a parameter has them. @param {Knob[]} knobs */
function constantsOf(knobs) {
  const moved = knobs.filter(({ value, initial }) => value !== initial);
  return moved.map(({ name, value }) => `${name}:${value}`).join(";");
}
