export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { typescriptLanguage } from "@codemirror/lang-javascript";
export { jsonLanguage } from "@codemirror/lang-json";
export { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration,
  EditorView,
  GutterMarker,
  WidgetType,
  drawSelection,
  gutterLineClass,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
