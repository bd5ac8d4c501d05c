/** Finding, making and sizing elements. Text always becomes text nodes, so text from outside is never read as HTML. */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | EventListener>} [props] attributes; `on...` listens
 * @param {...(Node | string)} children
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** The elements that `selector` finds. @param {string} selector @param {ParentNode} [root] */
export const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * The first element that `selector` finds; there has to be one.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export function need(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (found);
}

/** A copy of the content of a `<template>`. @param {string} id */
export function copyOf(id) {
  const { content } = /** @type {HTMLTemplateElement} */ (need(`#${id}`));
  return /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
}

/** An icon of the page. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Sets a text if it differs, so that equal texts cause no layout and no announcement. @param {Element} element @param {string} words */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Returns a function that says whether an element is on screen. Calls `shown` when it enters the screen. @param {Element} element @param {() => void} shown */
export function watchSight(element, shown) {
  let visible = false;
  new IntersectionObserver((entries) => {
    visible = entries[entries.length - 1].isIntersecting;
    if (visible) shown();
  }).observe(element);
  return () => visible;
}

/** Most device pixels per CSS pixel: a higher ratio is not visible. */
export const pixelRatio = () => Math.min(3, window.devicePixelRatio || 1);

const LARGE = matchMedia("(min-width: 2400px)");
/** By how much drawings are larger than at their usual size: on large screens letters and lines grow with the page. */
export const growth = () => (LARGE.matches ? 1.25 : 1);

/** Sizes of canvases at the last layout. Reading them while the page draws would cause a layout for each. @type {WeakMap<Element, { width: number, height: number }>} */
const boxes = new WeakMap();
const boxWatch = new ResizeObserver((entries) => entries.forEach(({ target, contentRect }) => boxes.set(target, contentRect)));

/** Sizes a canvas to its box and returns a context in CSS pixels. @param {HTMLCanvasElement} canvas */
export function fit(canvas) {
  const box = boxes.get(canvas);
  if (!box) boxWatch.observe(canvas);
  const { width: w, height: h } = box ?? { width: canvas.clientWidth, height: canvas.clientHeight };
  const dpr = pixelRatio();
  resize(canvas, Math.round(w * dpr), Math.round(h * dpr));
  const c = context(canvas);
  c.setTransform(dpr, 0, 0, dpr, 0, 0);
  return { c, w, h, dpr };
}

/** Sets the size of a canvas if it differs, because setting it clears the canvas. @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
export function resize(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
}

/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  const c = canvas.getContext("2d");
  if (!c) throw new Error("the browser gives no more drawing surfaces");
  return c;
}

/**
 * Calls `action` when there was no call for `ms`.
 * @template {unknown[]} A
 * @param {number} ms
 * @param {(...args: A) => void} action
 */
export function debounce(ms, action) {
  let timer = 0;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), ms);
  };
}

/** Longest wait for an idle page. */
const LONGEST_WAIT_MS = 2000;

/** Resolves when the page is idle. @returns {Promise<unknown>} */
export const idle = () =>
  new Promise((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS }) : setTimeout(resolve, LONGEST_WAIT_MS),
  );
