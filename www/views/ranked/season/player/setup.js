/** The form before a session: place, skill, party, and constraints on matches. */

import { el, setText } from "../../../../core/dom.js";
import { clamp, num } from "../../../../core/format.js";
import { fill } from "../../../../core/text.js";
import { words as all } from "../text.js";

/** @import { Place } from "../../../../map/press.js" */
/** @import { Client } from "../../../../worker/types" */

const words = all.player;
const SKILL = { min: 0, max: 3000, step: 50, value: 1500 };
/** Choices for the longest round trip, ms; 0: any. */
const PINGS = [0, 50, 80, 120];

/** @param {Record<string, string | number>} props */
const number = (props) => el("input", { class: "field", type: "number", ...props });
/** @param {string} name @param {HTMLElement} field */
const row = (name, field) => el("label", {}, name, field);

/** @typedef {Place & { skill: number }} Person */

/** The person of the first join in player actions such as `64800:join:50.11:8.68:1500:0`. @param {string} actions @returns {Person | null} */
export function personOf(actions) {
  const [, lat, lon, skill] = /^\d+:join:([^:]+):([^:]+):([^:]+)/.exec(actions) ?? [];
  return skill === undefined ? null : { lat: Number(lat), lon: Number(lon), skill: Number(skill) };
}

export class Setup {
  /** @param {() => void} join @param {() => void} other called to play as another person */
  constructor(join, other) {
    /** Called when another place is chosen. */
    this.placed = () => {};
    this.joining = false;
    this.mode = "";
    /** @type {Place | null} */
    this.place = null;
    this.where = el("p");
    this.lat = number({ min: -90, max: 90, step: "any", placeholder: words.lat, "aria-label": words.lat });
    this.lon = number({ min: -180, max: 180, step: "any", placeholder: words.lon, "aria-label": words.lon });
    for (const field of [this.lat, this.lon]) field.addEventListener("change", () => this.readPlace());
    this.skill = number(SKILL);
    this.friends = el("select");
    this.friendsRow = row(words.friends, this.friends);
    this.ping = el("select", {}, ...PINGS.map((ms) => el("option", { value: ms }, ms ? `${ms}\u00a0ms` : words.any)));
    this.crossplay = el("input", { type: "checkbox", checked: "" });
    this.region = el("input", { type: "checkbox" });
    this.join = el("button", { type: "button", class: "btn primary", onclick: join }, words.join);
    const asks = [row(words.ping, this.ping), row(words.crossplay, this.crossplay), row(words.region, this.region)];
    this.other = el("button", { type: "button", class: "linkish", hidden: "", onclick: other }, words.other);
    this.root = el(
      "div",
      { "data-view": "setup" },
      this.where,
      this.other,
      el("div", { class: "at" }, this.lat, this.lon),
      row(words.skill, this.skill),
      this.friendsRow,
      ...asks,
      this.join,
    );
    /** The person of the season's actions: a season has one. @type {Person | null} */
    this.person = null;
    this.setPlace(null);
  }

  /** @param {Person | null} person @param {boolean} [free] whether another person can be chosen */
  setPerson(person, free = false) {
    this.person = person;
    for (const field of [this.lat, this.lon, this.skill]) field.disabled = person !== null;
    this.other.hidden = person === null || !free;
    if (!person) return;
    this.skill.value = String(person.skill);
    this.setPlace({ lat: person.lat, lon: person.lon });
  }

  /** Disables the form while the day is simulated to the join. @param {boolean} joining */
  setJoining(joining) {
    this.joining = joining;
    this.join.disabled = joining || !this.place;
  }

  /** @param {string} mode */
  setMode(mode) {
    if (this.mode === mode) return;
    this.mode = mode;
    const most = mode.startsWith("ffa") ? 0 : Number.parseInt(mode, 10) - 1;
    this.friends.replaceChildren(...Array.from({ length: most + 1 }, (_, count) => el("option", { value: count }, num(count))));
    this.friendsRow.hidden = most === 0;
  }

  readPlace() {
    const [lat, lon] = [this.lat, this.lon].map(({ valueAsNumber }) => valueAsNumber);
    if (Number.isFinite(lat) && Number.isFinite(lon)) this.setPlace({ lat: clamp(lat, -90, 90), lon: clamp(lon, -180, 180) });
  }

  /** @param {Place | null} place */
  setPlace(place) {
    this.place = place;
    this.join.disabled = this.joining || !place;
    setText(this.where, place ? fill(this.person ? words.known : words.at, `${num(place.lat, 2)}, ${num(place.lon, 2)}`) : words.where);
    if (place) [this.lat.value, this.lon.value] = [String(place.lat), String(place.lon)];
    this.placed();
  }

  /** The constraints on matches, as in the message contract. @returns {Client["constraints"]} */
  constraints() {
    const maxPingMs = Number(this.ping.value);
    return { ...(maxPingMs && { maxPingMs }), crossplay: this.crossplay.checked, regionLock: this.region.checked };
  }

  /** @param {Place} place @returns {Client} */
  client(place) {
    const skill = clamp(Number(this.skill.value) || SKILL.value, SKILL.min, SKILL.max);
    return { ...place, skill, friends: Number(this.friends.value) || 0, constraints: this.constraints() };
  }
}
