/** Light and dark, and the colours that canvases take from the style sheet: there is one source. */

/** @import { ChartTheme } from "./types" */

const STORED = "matchday-theme";
const COLORS = [
  "bg", "raised", "line", "line-soft", "track", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between",
  "searching", "near", "mid", "far", "ocean", "land", "coast", "night", "night-a", "marker", "halo",
];

const prefersLight = matchMedia("(prefers-color-scheme: light)");

export class Theme {
  /**
   * @param {string | undefined} asked "light", "dark", or anything else for the system's choice; undefined for what the
   *   reader chose last time
   * @param {() => void} onChange
   */
  constructor(asked, onChange) {
    const name = asked ?? remembered(STORED);
    this.fixed = name === "light" || name === "dark" ? name : null;
    this.onChange = onChange;
    this.current = this.read();
    prefersLight.addEventListener("change", () => this.apply());
  }

  toggle() {
    this.fixed = this.current.dark ? "light" : "dark";
    try {
      localStorage.setItem(STORED, this.fixed);
    } catch {
      // A browser that stores nothing for this page: the choice lasts until it is closed.
    }
    this.apply();
  }

  apply() {
    this.current = this.read();
    this.onChange();
  }

  /** @returns {ChartTheme} */
  read() {
    const name = this.fixed ?? (prefersLight.matches ? "light" : "dark");
    document.documentElement.dataset.theme = name;
    const style = getComputedStyle(document.documentElement);
    const token = (/** @type {string} */ key) => style.getPropertyValue(`--${key}`).trim();
    const colors = Object.fromEntries(COLORS.map((key) => [key, token(key)]));
    return { colors, font: token("font"), dark: name === "dark" };
  }
}

/** What this browser keeps under a name, if it keeps anything for this page. @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
