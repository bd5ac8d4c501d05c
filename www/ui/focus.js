/**
 * Keeps the keyboard focus on a control. When the focused control is hidden, disabled or removed, the next control gets the
 * focus, or else the previous one, in the nearest part of the page that has one. The browser would focus nothing.
 */

import { all } from "./dom.js";

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

/** Lets the keyboard reach an element while it scrolls sideways. @param {HTMLElement} element */
export function reachWhenScrolling(element) {
  new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }).observe(element);
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
