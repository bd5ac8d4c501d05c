/** The lane of incidents below the timeline: a press adds one, marks are dragged, moved by keys, and deleted. */

import { el, need, setText } from "../../core/dom.js";
import { clamp } from "../../core/format.js";
import { EDGE_PX } from "../../timeline/scrubber.js";
import { shownSpan } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { incidentsOf, incidentsText, lengthOf } from "../../timeline/incident.js";
import { incidentName, incidentTime } from "./incident.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Incident } from "../../timeline/incident.js" */

const MINUTE_S = 60;
/** The step of times that the pointer gives. */
const POINTED_S = 300;
/** A pointer that moves less than this presses. */
const DRAG_PX = 3;

export class IncidentLane {
  /** @param {Page} page @param {(time_s: number) => void} add */
  constructor(page, add) {
    this.page = page;
    this.root = el("div", {
      class: "lane",
      "data-testid": "incident-lane",
      role: "group",
      "aria-label": words.lane.label,
      title: words.lane.help,
    });
    this.root.addEventListener("click", (event) => event.target === this.root && add(this.timeAt(event.clientX)));
    /** The marks that were drawn last. */
    this.shown = "";
    need(".transport .scrub").after(this.root);
  }

  /** The time at a place on the screen, on five minutes: a pixel is about two. @param {number} x */
  timeAt(x) {
    const { left, width } = this.root.getBoundingClientRect();
    const share = (x - left - EDGE_PX) / (width - 2 * EDGE_PX);
    const time_s = share * shownSpan(this.page.state);
    return this.within(Math.round(time_s / POINTED_S) * POINTED_S);
  }

  /** A time as a minute of the shown days. @param {number} time_s */
  within(time_s) {
    const last_s = shownSpan(this.page.state) - MINUTE_S;
    return clamp(Math.round(time_s / MINUTE_S) * MINUTE_S, 0, last_s);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params") && !changed.has("runs")) return;
    const { params } = this.page.state;
    this.root.hidden = params.fleet === "off";
    const incidents = incidentsOf(params);
    const shown = [
      ...incidents.map((incident) => incidentName(incident, this.page)),
      params.incidents,
      params.outage_min,
      params.days,
    ].join();
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = [...this.root.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.root.replaceChildren(...incidents.map((incident, at) => this.mark(incident, at)));
    // A mark that was moved is another element at the same place in the list.
    const again = this.root.children[Math.min(focused, incidents.length - 1)];
    if (focused >= 0 && again instanceof HTMLElement) again.focus();
  }

  /** @param {Incident} incident @param {number} at its place among the others */
  mark(incident, at) {
    const { page } = this;
    const mark = el("button", { type: "button", class: "incident", "data-kind": incident.kind }, el("i"), el("span"));
    const place = (/** @type {number} */ time_s) => {
      const share = time_s / shownSpan(page.state);
      mark.style.setProperty("--at", String(share));
      mark.style.setProperty("--long", String(lengthOf(incident, page.state.params) / shownSpan(page.state)));
      // Near the right end the name stands to the left of its mark.
      mark.classList.toggle("late", share > 0.8);
      const name = fill(words.faults.at, incidentName(incident, page), incidentTime(time_s, page.state.params));
      setText(need("span", mark), incidentName(incident, page));
      mark.title = name;
      mark.setAttribute("aria-label", fill(words.lane.mark, name));
    };
    place(incident.time_s);
    this.listen(mark, incident, at, place);
    return mark;
  }

  /** @param {HTMLElement} mark @param {Incident} incident @param {number} at @param {(time_s: number) => void} place */
  listen(mark, incident, at, place) {
    /** The time under the pointer while the mark is dragged. @type {number | null} */
    let dragged_s = null;
    let from = 0;
    mark.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      mark.setPointerCapture(event.pointerId);
      from = event.clientX;
    });
    mark.addEventListener("pointermove", (event) => {
      if (!mark.hasPointerCapture(event.pointerId)) return;
      if (dragged_s === null && Math.abs(event.clientX - from) < DRAG_PX) return;
      dragged_s = this.timeAt(event.clientX);
      place(dragged_s);
    });
    mark.addEventListener("pointerup", () => dragged_s !== null && this.move(at, dragged_s));
    mark.addEventListener("pointercancel", () => place(incident.time_s));
    mark.addEventListener("click", () => {
      if (dragged_s === null) this.page.seek(incident.time_s);
      dragged_s = null;
    });
    mark.addEventListener("keydown", (event) => this.key(event, incident, at));
  }

  /** @param {KeyboardEvent} event @param {Incident} incident @param {number} at */
  key(event, incident, at) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.move(at, this.within(incident.time_s + step * (event.shiftKey ? 3600 : MINUTE_S)));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.editIncidents((incidents) => incidents.filter((_, other) => other !== at));
    }
  }

  /** @param {number} at @param {number} time_s */
  move(at, time_s) {
    this.editIncidents((incidents) => incidents.map((incident, other) => (other === at ? { ...incident, time_s } : incident)));
  }

  /** @param {(incidents: Incident[]) => Incident[]} edit */
  editIncidents(edit) {
    this.page.set({ incidents: incidentsText(edit(incidentsOf(this.page.state.params))) });
  }
}
