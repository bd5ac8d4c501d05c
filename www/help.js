/** The help dialog: how it works, where the data comes from, the keys. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

const { help } = text;

/** @returns {(id?: string) => void} opens it, at a section if one is named */
export function makeHelp() {
  const close = el("button", { class: "btn icon", "aria-label": help.close, title: help.close }, icon("close"));
  const sections = help.sections.map(({ id, title, paragraphs }) =>
    el("section", { id: `help-${id}` }, el("h3", {}, title), ...paragraphs.map((words) => el("p", {}, words))),
  );
  const keys = help.keys.flatMap(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]);
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el("form", { method: "dialog" }, el("h2", { id: "help-title" }, help.title), close),
    ...sections,
    el("section", { id: "help-keys" }, el("h3", {}, help.keysTitle), el("dl", {}, ...keys)),
  );
  // A press on the dimmed page around it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const open = (/** @type {string} */ id = "") => {
    if (!dialog.open) dialog.showModal();
    document.getElementById(`help-${id}`)?.scrollIntoView({ block: "start" });
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key === "?" && !target.closest("input, textarea, select")) open("keys");
  });
  return open;
}

/** @param {HTMLElement} root @param {(id?: string) => void} open */
export function fillFooter(root, open) {
  const { footer } = text;
  const button = (/** @type {string} */ id, /** @type {string} */ words) =>
    el("button", { type: "button", class: "linkish", onclick: () => open(id) }, words);
  root.append(
    el("span", {}, footer.promise),
    button("how", footer.how),
    button("data", footer.data),
    button("keys", footer.keys),
    el("span", {}, footer.credits),
  );
}
