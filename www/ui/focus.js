/**
 * Keeps the keyboard focus on a control. When the focused control is hidden, disabled or removed, the next control gets the
 * focus, or else the previous one, in the nearest part of the page that has one. The browser would focus nothing.
 */

import { all } from "../core/dom.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

export function keepFocus() {
  /** The focused control and its ancestors, from the inside out. @type {Element[]} */
  let path = [];
  const observer = new MutationObserver((records) => {
    const [last] = path;
    const { activeElement, body } = document;
    const lost = activeElement === body || activeElement === last;
    // A frame must not take the focus from the page around it.
    if (!last || !lost || canHaveFocus(last) || !document.hasFocus()) return;
    const gap = last.isConnected ? last : gapOf(records);
    if (gap) heirOf(path, gap)?.focus();
  });
  addEventListener("focusin", ({ target }) => {
    observer.disconnect();
    path = [];
    for (let node = /** @type {Element | null} */ (target); node; node = node.parentElement) {
      observer.observe(node, { attributes: true, attributeFilter: ["hidden", "disabled"], childList: node !== target });
      path.push(node);
    }
  });
  // A press beside all controls leaves the focused one on purpose. A removal fires the same event just before the control is gone.
  addEventListener("focusout", () => {
    const [left] = path;
    setTimeout(() => left && path[0] === left && document.activeElement !== left && canHaveFocus(left) && (path = []));
  });
}

/** Arrow keys, with what they add to the place in a list. @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * Makes the controls of a list one stop of the keyboard: the arrows move between them.
 * @param {HTMLElement} list its controls may change
 * @param {string} selector of the controls
 */
export function rove(list, selector) {
  const controls = () => all(selector, list).filter(canHaveFocus);
  const hold = (/** @type {HTMLElement | undefined} */ stop) => {
    for (const control of all(selector, list)) control.tabIndex = control === stop ? 0 : -1;
  };
  const renew = () => hold(controls().find((control) => control === document.activeElement) ?? controls()[0]);
  new MutationObserver(renew).observe(list, { childList: true, subtree: true, attributeFilter: ["hidden", "disabled"] });
  list.addEventListener("focusin", ({ target }) => {
    const control = /** @type {HTMLElement} */ (target);
    if (control.matches(selector)) hold(control);
  });
  list.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const all = controls();
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(Math.max(here + step, 0), all.length - 1)].focus();
  });
  renew();
}

/** Lets the keyboard reach an element while it scrolls sideways. @param {HTMLElement} element */
export function reachWhenScrolling(element) {
  new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }).observe(element);
}

/** From a bar to a control that was below it. */
const CLEAR_PX = 8;

/**
 * Scrolls a control that gets the focus out from under the bars that stay on screen. Browsers do not, if they take its
 * covered part for visible.
 * @param {HTMLElement} top a bar that sticks to the top of the page
 * @param {HTMLElement} foot a bar that is at the foot of the page on phones, in the header otherwise
 */
export function keepClearOf(top, foot) {
  const clear = (/** @type {Element} */ control) => {
    if (!control.isConnected || top.contains(control) || foot.contains(control) || control.closest("dialog, [popover]")) return;
    const [{ top: from, bottom: to }, bar, dock] = [control, top, foot].map((element) => element.getBoundingClientRect());
    if (from < bar.bottom && to > bar.top && bar.top <= 0) scrollBy(0, from - bar.bottom - CLEAR_PX);
    else if (getComputedStyle(foot).position === "fixed" && to > dock.top && from < dock.top) scrollBy(0, to - dock.top + CLEAR_PX);
  };
  // The browser itself scrolls after the event.
  addEventListener("focusin", ({ target }) => setTimeout(clear, 0, target));
}

/** @param {Element} element */
const canHaveFocus = (element) =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

/** The node in front of the place of a removed node. @param {MutationRecord[]} records */
function gapOf(records) {
  const { previousSibling, target } = records.find(({ removedNodes }) => removedNodes.length > 0) ?? {};
  return previousSibling ?? target;
}

/** @param {Element[]} path @param {Node} gap @returns {HTMLElement | undefined} */
function heirOf(path, gap) {
  for (const part of path.slice(1)) {
    if (!part.isConnected) continue;
    const controls = all(CONTROLS, part).filter((control) => control.tabIndex >= 0 && canHaveFocus(control));
    const after = controls.find((control) => gap.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);
    const heir = after ?? controls.at(-1);
    if (heir) return heir;
  }
}
