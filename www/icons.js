/** The few drawings, as inline SVG. */

const STROKE = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';

const DRAWINGS = {
  share: `<svg viewBox="0 0 16 16" ${STROKE}><path d="M6.5 9.5l3-3M7 4.5l1-1a3.2 3.2 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3.2 3.2 0 0 1 3.5 8l1-1"/></svg>`,
  embed: `<svg viewBox="0 0 16 16" ${STROKE}><path d="M5 4.5L1.5 8 5 11.5M11 4.5L14.5 8 11 11.5"/></svg>`,
  book: `<svg viewBox="0 0 16 16" ${STROKE}><path d="M8 4v9.5M8 4C6.5 2.8 4.5 2.5 2 2.5V12c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5V2.5c-2.5 0-4.5.3-6 1.5z"/></svg>`,
  theme: `<svg viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg>`,
  play: `<svg viewBox="0 0 18 18"><path d="M5 2.6v12.8c0 .6.7 1 1.2.7l9.8-6.4c.5-.3.5-1 0-1.4L6.2 1.9C5.7 1.6 5 2 5 2.6z" fill="currentColor"/></svg>`,
  pause: `<svg viewBox="0 0 18 18"><rect x="3.5" y="2.5" width="4" height="13" rx="1" fill="currentColor"/><rect x="10.5" y="2.5" width="4" height="13" rx="1" fill="currentColor"/></svg>`,
  reset: `<svg viewBox="0 0 16 16" ${STROKE}><path d="M3 3.2v3.3h3.3M3.3 6.2A5.2 5.2 0 1 1 2.8 9"/></svg>`,
  dice: `<svg viewBox="0 0 16 16" ${STROKE}><rect x="2.5" y="2.5" width="11" height="11" rx="2.5"/><path d="M5.8 5.8h.01M10.2 5.8h.01M8 8h.01M5.8 10.2h.01M10.2 10.2h.01"/></svg>`,
  tick: `<svg viewBox="0 0 10 10"><path d="M1.5 5.4l2.3 2.3 4.7-5.2" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  warn: `<svg viewBox="0 0 16 16"><path d="M8 2.2l6.3 11.3H1.7z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/><path d="M8 6.5v3.3" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/><circle cx="8" cy="11.6" r=".9" fill="currentColor"/></svg>`,
  note: `<svg viewBox="0 0 16 16" ${STROKE}><circle cx="8" cy="8" r="6.2"/><path d="M8 7.4v3.6M8 5h.01"/></svg>`,
  wait: `<svg viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-opacity=".25" stroke-width="2"/><path d="M8 1.8a6.2 6.2 0 0 1 6.2 6.2" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`,
  close: `<svg viewBox="0 0 16 16" ${STROKE}><path d="M4 4l8 8M12 4l-8 8"/></svg>`,
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/**
 * @param {IconName} name
 * @returns {Element}
 */
export function icon(name) {
  const holder = document.createElement("template");
  holder.innerHTML = DRAWINGS[name];
  const svg = /** @type {Element} */ (holder.content.firstElementChild);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
