/** The tools for the world: placing datacenters, coverage, maps. Loaded on demand. */

import { el, need } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { offerRetry } from "../../core/lazy.js";
import { LabBridge } from "../../worker/bridges.js";
import { Coverage } from "./coverage.js";
import { HoverCard } from "./hover.js";
import { PlaceMarks } from "./places.js";
import { MapLayers } from "./layers.js";
import { Placing, plainName } from "./placing.js";
import { countryName } from "./words.js";
import { WorldMap } from "../../map/map.js";
import { datacentersOf } from "./datacenters.js";

/** @import { DatacenterList } from "./datacenters.js" */
/** @import { Change } from "../../core/page-state" */
/** @import { WorldPage as Page } from "../../ui/page" */
/** @import { CityPlace, SitePlace } from "./types" */
/** @import { LabQuestions } from "../../worker/types" */

/** @type {Tools | undefined} */
let only;

/** The tools of the page. @param {Page} page */
export function toolsOf(page) {
  const [map] = page.store.partsOf(WorldMap);
  return (only ??= page.store.add(new Tools(page, map, datacentersOf(page))));
}

export class Tools {
  /** @param {Page} page @param {WorldMap} map @param {DatacenterList} list */
  constructor(page, map, list) {
    this.page = page;
    this.map = map;
    this.list = list;
    this.client = LabBridge.of(page);
    this.coverage = new Coverage(this);
    this.marks = new PlaceMarks(map);
    this.placing = new Placing(this);
    this.hover = new HoverCard(this);
    this.layers = new MapLayers(this);
    this.offerCities();
  }

  /** Opens the tool of a button. @param {string | undefined} tool */
  openTool(tool) {
    if (tool === "add") this.placing.toggle();
    else if (tool === "layers") this.layers.toggle();
    else this.layers.save();
  }

  /** The active datacenters. @returns {SitePlace[]} */
  active() {
    return this.list.sites.filter(({ active }) => active).map(({ name, lat, lon }) => ({ name, lat, lon }));
  }

  /**
   * Asks the worker. Shows a failure with a button to try again, unless a change of the data set cancelled the question.
   * @template {keyof LabQuestions} Name
   * @param {Name} name
   * @param {LabQuestions[Name]["args"]} args
   * @param {() => unknown} [retry] the same question, unless something else is to be tried again
   * @param {boolean} [unasked] whether it is also tried when the browser is online again
   * @returns {Promise<LabQuestions[Name]["answer"] | undefined>}
   */
  async ask(name, args, retry = () => this.ask(name, args), unasked = false) {
    try {
      return await this.client.ask(name, args);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(this.page.notices, error, retry, unasked);
    }
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    for (const part of [this.coverage, this.placing, this.layers, this.hover]) part.draw(changed);
    const { view, proposed } = this.page.state;
    this.marks.draw(view === "world" ? proposed : []);
  }

  /** Adds the cities of the route model to the name field: choosing one sets the place. */
  offerCities() {
    const { form } = this.list;
    const [name, lat, lon] = ["name", "lat", "lon"].map((field) => /** @type {HTMLInputElement} */ (need(`[name=${field}]`, form)));
    /** @type {Map<string, CityPlace>} */
    const places = new Map();
    let isAsked = false;
    const load = async () => {
      if (isAsked) return;
      isAsked = true;
      const cities = await this.ask("cities", {}, load, true);
      if (!cities) return void (isAsked = false);
      for (const city of cities) places.set(plainName(city.name), city);
      const options = [...places].map(([value, { name, country }]) => el("option", { value }, `${name}, ${countryName(country)}`));
      need("datalist", form).append(...options);
      take();
    };
    const take = () => {
      const city = places.get(name.value);
      if (!city) return;
      lat.value = String(city.lat);
      lon.value = String(city.lon);
    };
    name.addEventListener("focus", load);
    name.addEventListener("input", take);
    if (document.activeElement === name) load();
  }
}
