/** Names of pages: `season`, `board:1:gold:26`, `player:7:1`, `sql`. */

/** @import { RankedPage as Page } from "../../../ui/page" */

/** @typedef {{ name: "season" | "board" | "player" | "sql", args: string[] }} Place */

const NAMES = /** @type {const} */ (["season", "board", "player", "sql"]);

/** The page that a link names; the overview if there is no such page. @param {string} text @returns {Place} */
export function placeOf(text) {
  const [asked, ...args] = text.split(":");
  return { name: NAMES.find((name) => name === asked) ?? "season", args };
}

/** The address of a page of the present season. @param {Page} page @param {string} name */
export const addressOf = (page, name) => page.links.fragment({ ...page.links.view(), page: name });

/** @param {number} account @param {number} [season] */
export const profileOf = (account, season) => (season === undefined ? `player:${account}` : `player:${account}:${season}`);

/** @param {number} season @param {string} tier all of them: empty @param {number} [offset] */
export const boardOf = (season, tier, offset = 0) =>
  ["board", season, tier.toLowerCase(), offset]
    .join(":")
    .replace(/(:|:0)$/, "")
    .replace(/:$/, "");

/** A whole number from the arguments of a page's name. @param {string | undefined} text @param {number} otherwise */
export const numberOf = (text, otherwise) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise);
