/** Searching the headings of the guide and the text below them. */

/** @typedef {{ page: string, heading: string, address: string, text: string }} Entry a line of `search.json` */

const MAX_RESULTS = 8;
const EXCERPT_LENGTH = 110;

/**
 * The entries that hold every word of the query, the best first: a word counts most in a heading, then in the title of
 * the page, then in the text.
 *
 * @param {Entry[]} entries
 * @param {string} query
 */
export function findEntries(entries, query) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const scored = entries.map((entry) => ({ entry, score: score(entry, words) }));
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return found.slice(0, MAX_RESULTS).map(({ entry }) => entry);
}

/** The part of an entry's text around the first word of the query. @param {Entry} entry @param {string} query */
export function excerpt({ text }, query) {
  const [first = ""] = wordsOf(query);
  const at = Math.max(0, text.toLowerCase().indexOf(first));
  const start = at < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(" ", at - EXCERPT_LENGTH / 3) + 1;
  const end = text.length <= start + EXCERPT_LENGTH ? text.length : text.lastIndexOf(" ", start + EXCERPT_LENGTH);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** @param {string} query */
const wordsOf = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** 0 if a word is missing. @param {Entry} entry @param {string[]} words */
function score({ heading, page, text }, words) {
  const [inHeading, inPage, inText] = [heading, page, text].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    if (inHeading.startsWith(word)) sum += 8;
    else if (inHeading.includes(word)) sum += 6;
    else if (inPage.includes(word)) sum += 2;
    else if (inText.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}
