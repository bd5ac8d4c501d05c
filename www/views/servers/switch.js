/** Whether servers are simulated, and three days to begin with. */

import { el } from "../../core/dom.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */

/** How servers are handed out when the switch is turned on. */
const FLEET = "broker";

/** Days to begin with: incidents over the parameters as they are. @type {Record<keyof typeof words.presets, string>} */
const INCIDENTS = { normal: "", outage: "outage:frankfurt@18:30", launch: "herd@11:30" };

export class ServerSwitch {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const flip = () => page.set({ fleet: this.box.checked ? FLEET : "off" });
    this.box = /** @type {HTMLInputElement} */ (
      el("input", { type: "checkbox", role: "switch", "data-testid": "servers-switch", onchange: flip })
    );
    const label = el("label", { class: "switchrow" }, el("h2", {}, words.title), el("span", { class: "switch" }, this.box));
    this.days = Object.entries(words.presets).map(([day, name]) => {
      const incidents = INCIDENTS[/** @type {keyof typeof INCIDENTS} */ (day)];
      const take = () => {
        page.set({ fleet: this.page.state.params.fleet === "off" ? FLEET : page.state.params.fleet, incidents });
        const [, time] = incidents.split("@");
        if (time) page.seek(secondsOf(time));
      };
      return { incidents, button: el("button", { type: "button", class: "chip", "data-day": day, onclick: take }, name) };
    });
    const days = el("div", { class: "chips", role: "group", "aria-label": words.presetsLabel }, ...this.days.map(({ button }) => button));
    this.root = el("div", {}, label, days);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { fleet, incidents } = this.page.state.params;
    this.box.checked = fleet !== "off";
    for (const day of this.days) day.button.setAttribute("aria-pressed", String(fleet !== "off" && day.incidents === incidents));
  }
}

/** @param {string} time such as 18:30 */
const secondsOf = (time) => time.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) * 60;
