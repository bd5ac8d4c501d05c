/** The script of the example article: buttons that set a figure, and sentences with its results. */

import { all, need, setText } from "../core/dom.js";
import { num, pct } from "../core/format.js";
import { Theme } from "../ui/theme.js";

/** @import { Params, Summary } from "../core/types" */

/** Results that a sentence can show. @type {Record<string, (summary: Summary) => string>} */
const SHOWN = {
  ccu_peak: ({ ccu_peak }) => num(ccu_peak),
  wait_mean_s: ({ wait_mean_s }) => num(wait_mean_s, 1),
  wait_p95_s: ({ wait_p95_s }) => num(wait_p95_s, 1),
  rtt_mean_ms: ({ rtt_mean_ms }) => num(rtt_mean_ms, 1),
  share_le_50: ({ share_le_50 }) => pct(share_le_50),
  far: ({ share_le_100 }) => pct(share_le_100 && 1 - share_le_100, 1),
  failed: ({ failed, joined, inside_at_start }) => pct(failed / (joined + inside_at_start)),
};

new Theme(undefined);

for (const output of all("output")) setText(output, "…");
for (const button of all("button[data-figure]")) {
  const { figure = "", key = "", value = "" } = button.dataset;
  button.addEventListener("click", () => {
    /** @type {any} */ (need(`#${figure}`)).send({ type: "set", params: { [key]: value } });
  });
}
for (const figure of all("matchday-figure")) {
  figure.addEventListener("matchday", (event) => {
    const { type, params, summary } = /** @type {CustomEvent} */ (event).detail;
    if (type === "state") show(figure.id, params, summary);
  });
}

/** @param {string} figure @param {Params} params @param {Summary | null} summary of a finished run */
function show(figure, params, summary) {
  for (const button of all(`button[data-figure="${figure}"]`)) {
    const { key = "", value } = button.dataset;
    button.setAttribute("aria-pressed", String(params[key] === value));
  }
  for (const output of all(`output[data-figure="${figure}"]`)) {
    output.closest(".say")?.classList.toggle("stale", !summary);
    if (summary) setText(output, SHOWN[output.dataset.show ?? ""](summary));
  }
}
