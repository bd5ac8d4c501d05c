export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { typescriptLanguage } from "@codemirror/lang-javascript";
export { jsonLanguage } from "@codemirror/lang-json";
export { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration,
  EditorView,
  GutterMarker,
  WidgetType,
  gutterLineClass,
  gutterWidgetClass,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
