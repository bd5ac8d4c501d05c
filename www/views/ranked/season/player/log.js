/** The messages between client and server as JSON, live. */

import { el } from "../../../../core/dom.js";
import { clock, two } from "../../../../core/format.js";
import { words as all } from "../text.js";

/** @import { Said } from "../types" */

const words = all.player;
const CONTRACT = new URL("../../contract.schema.json", import.meta.url);
/** Most messages that are shown. Older ones are removed. */
const MOST = 200;

export class Log {
  constructor() {
    this.list = el("ol", { tabindex: 0, "aria-label": words.log });
    const contract = el("a", { href: CONTRACT.href }, words.contract);
    this.root = el(
      "details",
      { class: "log", "data-testid": "messages" },
      el("summary", {}, words.log),
      el("p", { class: "sub" }, `${words.logHelp} `, contract),
      this.list,
    );
  }

  /** @param {Said[]} messages */
  add(messages) {
    for (const { time_s, to, message } of messages) {
      const from = to === "server" ? words.sent : words.got;
      this.list.append(
        el(
          "li",
          { class: to, "data-testid": `to-${to}` },
          el("small", {}, `${clock(time_s)}:${two(time_s % 60)} ${from}`),
          el("code", {}, JSON.stringify(message)),
        ),
      );
    }
    while (this.list.childElementCount > MOST) this.list.firstElementChild?.remove();
    if (messages.length) this.list.scrollTop = this.list.scrollHeight;
  }
}
