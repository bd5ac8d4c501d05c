/**
 * Where the keyboard goes when the control that has it goes away: a button that is hidden, switched off or removed hands
 * the focus to the next control beside it, else to the one before it, first within its own part of the page. A browser
 * would leave it on nothing.
 */

import { all } from "./dom.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

export function keepFocus() {
  /** The control that has the focus, and what it stands in, from the inside out. @type {Element[]} */
  let path = [];
  const observer = new MutationObserver((records) => {
    const [last] = path;
    const { activeElement, body } = document;
    const lost = activeElement === body || activeElement === last;
    if (!last || !lost || canHaveFocus(last)) return;
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
  // Whoever presses on nothing has left the control. One that is being removed says the same, and is gone a moment later.
  addEventListener("focusout", () => {
    const [left] = path;
    setTimeout(() => left && path[0] === left && document.activeElement !== left && canHaveFocus(left) && (path = []));
  });
}

/** @param {Element} element */
const canHaveFocus = (element) => element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

/** What stands in front of the place that something was removed from. @param {MutationRecord[]} records */
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
