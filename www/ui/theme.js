/** The light and the dark theme. Canvases take their colours from the style sheet. */

/** @import { ChartTheme } from "../core/types" */

const STORED = "matchday-theme";
const COLORS = [
  "bg",
  "raised",
  "line",
  "line-soft",
  "track",
  "edge",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "playing",
  "between",
  "searching",
  "near",
  "mid",
  "far",
  "ocean",
  "land",
  "coast",
  "night",
  "night-a",
  "bad",
  "marker",
  "halo",
];

const prefersLight = matchMedia("(prefers-color-scheme: light)");

export class Theme {
  /**
   * @param {string | undefined} asked "light", "dark", or any other text for the system's choice; undefined for the
   *   reader's last choice
   */
  constructor(asked) {
    const name = asked ?? readStored(STORED);
    this.fixed = name === "light" || name === "dark" ? name : null;
    /** @type {(theme: ChartTheme) => void} */
    this.onChange = () => {};
    /** Whether the page is being printed: paper is light. */
    this.onPaper = false;
    this.applyTheme();
    prefersLight.addEventListener("change", () => this.applyTheme());
  }

  /** @param {boolean} onPaper */
  print(onPaper) {
    this.onPaper = onPaper;
    this.applyTheme();
  }

  toggle() {
    this.fixed = this.name() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(STORED, this.fixed);
    } catch {
      // The browser stores nothing for this page: the choice is lost when the page is closed.
    }
    this.applyTheme();
  }

  applyTheme() {
    this.onChange(this.read());
  }

  name() {
    return this.onPaper ? "light" : (this.fixed ?? (prefersLight.matches ? "light" : "dark"));
  }

  /** Gives the page its theme, and reads the colours. @returns {ChartTheme} */
  read() {
    const name = this.name();
    document.documentElement.dataset.theme = name;
    const style = getComputedStyle(document.documentElement);
    const token = (/** @type {string} */ key) => style.getPropertyValue(`--${key}`).trim();
    const colors = Object.fromEntries(COLORS.map((key) => [key, token(key)]));
    return { colors, font: token("font"), dark: name === "dark" };
  }
}

/** The value that this browser stores under a name, if it stores anything for this page. @param {string} name */
export function readStored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
