/** Dialogs over the page. */

import { el, icon } from "../core/dom.js";
import { text } from "../core/text.js";

/** Closes a dialog by a press on the dimmed page around it. @param {HTMLDialogElement} dialog */
export function closeByPress(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** A dialog with a title, added to the page. @param {string} kind its class @param {string} title @param {...Node} content */
export function makeDialog(kind, title, ...content) {
  const heading = el("h2", { id: `${kind}-title` }, title);
  const close = el("button", { class: "btn icon", "aria-label": text.close, title: text.close }, icon("close"));
  const root = el(
    "dialog",
    { class: `help ${kind}`, "aria-labelledby": heading.id },
    el("form", { method: "dialog" }, heading, close),
    ...content,
  );
  closeByPress(root);
  document.body.append(root);
  return { root, heading };
}
