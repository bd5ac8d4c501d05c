/** Building and sizing elements. Text always becomes text nodes, so nothing from outside is ever markup. */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | EventListener | undefined>} [props] attributes; `on...` listens;
 *   `true` sets an empty attribute, `false` and `undefined` leave it out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The one element that `selector` finds.
 * @template {HTMLElement} T
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function need(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (found);
}

/**
 * Writes only what differs, so that nothing is laid out or announced for nothing.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Device pixels a CSS pixel; more than three cannot be seen. */
export const pixelRatio = () => Math.min(3, window.devicePixelRatio || 1);

/**
 * Gives a canvas the pixels of its box and a context in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @returns {{ c: CanvasRenderingContext2D, w: number, h: number, dpr: number }}
 */
export function fit(canvas) {
  const { clientWidth: w, clientHeight: h } = canvas;
  const dpr = pixelRatio();
  const [width, height] = [Math.round(w * dpr), Math.round(h * dpr)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const c = context(canvas);
  c.setTransform(dpr, 0, 0, dpr, 0, 0);
  return { c, w, h, dpr };
}

/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  const c = canvas.getContext("2d");
  if (!c) throw new Error("the browser gives no more drawing surfaces");
  return c;
}

/**
 * Calls `action` once things have been quiet for `ms`.
 * @template {unknown[]} A
 * @param {number} ms
 * @param {(...args: A) => void} action
 * @returns {(...args: A) => void}
 */
export function debounce(ms, action) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), ms);
  };
}
