/** The errors of a text in the editor: their line in colour, their place underlined, and their words in a block below. */

import {
  Decoration,
  EditorView,
  GutterMarker,
  RangeSet,
  StateEffect,
  StateField,
  WidgetType,
  gutterLineClass,
  gutterWidgetClass,
} from "../../libraries/editor.js";
import { el } from "../../core/dom.js";
import { engineWords } from "../../core/text.js";

/** @import { CodeError } from "../../worker/types" */
/** @import { EditorState, StateEffectType, Text } from "@codemirror/state" */
/** @import { DecorationSet } from "@codemirror/view" */

/** Blocks that are shown: later errors often follow from the first. */
const MOST = 5;

/** Replaces the errors that are shown. */
export const showErrors = /** @type {StateEffectType<CodeError[]>} */ (StateEffect.define());

class ErrorBlock extends WidgetType {
  /** @param {CodeError} error @param {string} id */
  constructor(error, id) {
    super();
    this.error = error;
    this.id = id;
  }

  /** @param {ErrorBlock} other */
  eq(other) {
    const [a, b] = [this.error, other.error];
    return this.id === other.id && a.line === b.line && a.column === b.column && a.words === b.words;
  }

  toDOM() {
    const { line, column, words } = this.error;
    return el("div", { class: "error-block", id: this.id }, el("strong", {}, `Line ${line}, column ${column}:`), ` ${engineWords(words)}`);
  }

  /** Its words can be selected. */
  ignoreEvent() {
    return true;
  }
}

class ErrorNumber extends GutterMarker {
  elementClass = "error-number";
}

const NUMBER = new ErrorNumber();
const LINE = Decoration.line({ class: "error-line" });

/** @typedef {{ decorations: DecorationSet, numbers: RangeSet<GutterMarker>, ids: string[] }} Shown */

/** @type {Shown} */
const NOTHING = { decorations: Decoration.none, numbers: RangeSet.empty, ids: [] };

/** @param {Text} doc @param {CodeError[]} errors @returns {Shown} */
function decorate(doc, errors) {
  const placed = errors.slice(0, MOST).map((error, index) => {
    const line = doc.line(Math.max(1, Math.min(error.line, doc.lines)));
    const [from, to] = [error.column, error.end].map((column) => Math.min(line.from + column - 1, line.to));
    return { error, line, from, to, id: `error-${index + 1}` };
  });
  const decorations = placed.flatMap(({ error, line, from, to, id }) => {
    const place = Decoration.mark({ class: "error-place", attributes: { "aria-describedby": id } });
    const block = Decoration.widget({ widget: new ErrorBlock(error, id), block: true, side: 1 });
    return [LINE.range(line.from), ...(to > from ? [place.range(from, to)] : []), block.range(line.to)];
  });
  const numbers = placed.map(({ line }) => NUMBER.range(line.from));
  return { decorations: Decoration.set(decorations, true), numbers: RangeSet.of(numbers, true), ids: placed.map(({ id }) => id) };
}

/** The extension of the editor. */
export const errorLines = /** @type {StateField<Shown>} */ (
  StateField.define({
    create: () => NOTHING,
    update(shown, { changes, effects, newDoc }) {
      const next = effects.find((effect) => effect.is(showErrors));
      if (next) return decorate(newDoc, next.value);
      return { ...shown, decorations: shown.decorations.map(changes), numbers: shown.numbers.map(changes) };
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ decorations }) => decorations),
      gutterLineClass.from(field, ({ numbers }) => numbers),
      gutterWidgetClass.of((_view, widget) => (widget instanceof ErrorBlock ? NUMBER : null)),
    ],
  })
);

/** The ids of the blocks that are shown. @param {EditorState} state */
export const idsOfErrors = (state) => state.field(errorLines).ids;
