/**
 * `<code-editor>`: an editor of rules, with their errors and sliders at their lines. The page sets its properties; it tells
 * what the reader does by events:
 *
 * | event | detail |
 * |---|---|
 * | `change` | `{ value }`: the text after an edit of the reader |
 * | `slide` | `{ name, value, done }`: a slider moves; `done` once it is let go |
 *
 * The libraries put their styles into the shadow root as adopted sheets, which the page's policy allows.
 */

import {
  Compartment,
  EditorState,
  EditorView,
  HighlightStyle,
  bracketMatching,
  defaultKeymap,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  jsonLanguage,
  keymap,
  lineNumbers,
  syntaxHighlighting,
  tags,
  typescriptLanguage,
} from "../../libraries/editor.js";
import { el } from "../../core/dom.js";
import { errorLines, idsOfErrors, showErrors } from "./error-lines.js";
import { showSliders, sliderLines } from "./slider-lines.js";

/** @import { CodeError } from "../../worker/types" */
/** @import { Slider } from "./slider-lines.js" */

const STYLE = new URL("./code-editor.css", import.meta.url);
const LANGUAGES = { assemblyscript: typescriptLanguage, json: jsonLanguage };

/** The classes of words; `code-editor.css` has their colours. */
const WORDS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.bool, tags.null], class: "keyword" },
  { tag: [tags.typeName, tags.className, tags.namespace], class: "type" },
  { tag: tags.string, class: "string" },
  { tag: tags.number, class: "number" },
  { tag: tags.comment, class: "comment" },
]);

export class CodeEditor extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(el("link", { rel: "stylesheet", href: STYLE.href }));
    // They would leave the shadow root, and the page would take them for those of its own fields.
    root.addEventListener("input", (event) => event.stopPropagation());
    this.languageExtension = new Compartment();
    this.attributesExtension = new Compartment();
    this.readOnlyExtension = new Compartment();
    /** Whether the page changes the text. */
    this.isSetting = false;
    this.name = "Code";
    this.view = new EditorView({ root, parent: root, state: EditorState.create({ extensions: this.extensions() }) });
  }

  extensions() {
    return [
      lineNumbers(),
      history(),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(WORDS),
      // Code of a link must not look other than it is read. By itself this leaves some characters that turn text around.
      highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2068]/g }),
      // Tab is not among the keys: it leaves the editor, and Ctrl+] indents.
      keymap.of([...defaultKeymap, ...historyKeymap]),
      errorLines,
      sliderLines((slide) => this.dispatchEvent(new CustomEvent("slide", { detail: slide }))),
      this.languageExtension.of(LANGUAGES.assemblyscript),
      this.attributesExtension.of(this.attributesOfContent([])),
      this.readOnlyExtension.of([]),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged && !this.isSetting) this.dispatchEvent(new CustomEvent("change", { detail: { value: this.value } }));
      }),
    ];
  }

  get value() {
    return this.view.state.doc.toString();
  }

  /** Changes only what differs, so that the caret, and a slider that is held, stay. */
  set value(text) {
    const { value: old } = this;
    if (text === old) return;
    let from = 0;
    while (from < old.length && old[from] === text[from]) from++;
    let end = 0;
    const most = Math.min(old.length, text.length) - from;
    while (end < most && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.isSetting = true;
    this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
    this.isSetting = false;
  }

  /** @param {keyof typeof LANGUAGES} language "assemblyscript" at first */
  set language(language) {
    this.view.dispatch({ effects: this.languageExtension.reconfigure(LANGUAGES[language]) });
  }

  /** @param {string} words the name of the text field, for screen readers */
  set label(words) {
    this.name = words;
    this.describe();
  }

  /** @param {boolean} isReadOnly */
  set readOnly(isReadOnly) {
    this.view.dispatch({ effects: this.readOnlyExtension.reconfigure(isReadOnly ? EditorState.readOnly.of(true) : []) });
  }

  /** @param {CodeError[]} errors shown below their lines */
  set errors(errors) {
    this.view.dispatch({ effects: showErrors.of(errors) });
    this.describe();
  }

  /** @param {Slider[]} sliders shown at the ends of their lines */
  set sliders(sliders) {
    this.view.dispatch({ effects: showSliders.of(sliders) });
  }

  /** Puts the caret at a place, and shows it. @param {number} line from 1 @param {number} [column] from 1 */
  goTo(line, column = 1) {
    const { from, length } = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: from + Math.min(column - 1, length) }, scrollIntoView: true });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }

  describe() {
    this.view.dispatch({ effects: this.attributesExtension.reconfigure(this.attributesOfContent(idsOfErrors(this.view.state))) });
  }

  /** @param {string[]} errors ids of their blocks */
  attributesOfContent(errors) {
    /** @type {Record<string, string>} */
    const described = errors.length > 0 ? { "aria-invalid": "true", "aria-describedby": errors.join(" ") } : {};
    // It can be focused without a tabindex, but not every tool that looks at the page knows that.
    return EditorView.contentAttributes.of({ "aria-label": this.name, tabindex: "0", ...described });
  }
}

customElements.define("code-editor", CodeEditor);
