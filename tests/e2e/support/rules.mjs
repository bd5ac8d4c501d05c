// Calls of plug-ins, and the modules of the page that need them, in node.

import { readFile } from "node:fs/promises";

const root = new URL("../../../", import.meta.url);

/** A file of the page. */
export const read = async (path) => new Uint8Array(await readFile(new URL(`www/${path}`, root)));

/** A module of the page. */
export const load = (path) => import(new URL(`www/${path}`, root));

/**
 * The worker that compiles rules, as a function. It fetches a module, which node does not do from files.
 * @returns {Promise<(source: string) => Promise<{ module: Uint8Array | null, errors: object[] }>>}
 */
export async function loadCompile() {
  globalThis.fetch = async (url) => new Response(await readFile(url));
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  const waiting = [];
  globalThis.self = {
    postMessage({ type, value, message }) {
      if (type === "loaded") return;
      const { resolve, reject } = waiting.shift();
      if (type === "answer") resolve(value);
      else reject(new Error(message));
    },
  };
  await load("worker/compiler.js");
  let turn = Promise.resolve();
  const ask = (source) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      self.onmessage({ data: { type: "ask", id: 1, name: "compile", args: { source } } });
    });
  return (source) =>
    (turn = turn.then(
      () => ask(source),
      () => ask(source),
    ));
}

/** Rounds up to a multiple of 8. */
const padded = (bytes) => (bytes + 7) & ~7;

/**
 * A call in the layout of version 2.
 * @param {object} of
 * @param {{ id: number, waited_s: number, players: { rtts_ms: number[], attributes?: number[] }[] }[]} of.tickets
 */
export function encode({ now_s = 0, key = 1n, teams = 1, teamSize = 4, timeout_s = 30, open = [1], tickets = [], attributes = 0 }) {
  const players = tickets.flatMap((ticket) => ticket.players);
  const [D, T, P] = [open.length, tickets.length, players.length];
  const ticketsAt = 48 + padded(D);
  const playersAt = ticketsAt + 16 * T;
  const rttsAt = playersAt + 8 * P;
  const attributesAt = rttsAt + padded(2 * P * D);
  const bytes = new Uint8Array(attributesAt + 8 * P * attributes);
  const view = new DataView(bytes.buffer);
  const setWords = (at, words) => words.forEach((word, i) => view.setUint32(at + 4 * i, word, true));
  setWords(0, [2, now_s, 0, 0, teams, teamSize, D, attributes, T, P, timeout_s, 0]);
  view.setBigUint64(8, key, true);
  bytes.set(open, 48);
  let first = 0;
  tickets.forEach(({ id, waited_s, players }, i) => {
    setWords(ticketsAt + 16 * i, [id, waited_s, first, players.length]);
    first += players.length;
  });
  players.forEach(({ rtts_ms, attributes: values = [] }, p) => {
    rtts_ms.forEach((ms, d) => view.setUint16(rttsAt + 2 * (D * p + d), ms, true));
    values.forEach((value, a) => view.setFloat64(attributesAt + 8 * (attributes * p + a), value, true));
  });
  return bytes;
}

/** The matches of an answer: their datacenters and the ids of their teams. */
export function decode(bytes) {
  const words = new Uint32Array(bytes.buffer);
  let at = 0;
  const take = () => words[at++];
  const many = (one) => Array.from({ length: take() }, one);
  const matches = many(() => ({ datacenter: take(), teams: many(() => many(take)) }));
  if (at !== words.length) throw new Error(`${words.length - at} words after the matches`);
  return matches;
}
