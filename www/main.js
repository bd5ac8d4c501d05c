/** Puts the page together: the full one and the embed are the same parts in other places. */

import { publish } from "./api.js";
import { TimeChart } from "./charts.js";
import { DatacenterList } from "./datacenters.js";
import { debounce, el, need, setText } from "./dom.js";
import { EmbedBar, choosePanes, readQuery, watchVisibility } from "./embed.js";
import { loadEngine } from "./engine.js";
import { Figures } from "./figures.js";
import { clamp, clock, duration, num } from "./format.js";
import { Header } from "./header.js";
import { fillFooter, makeHelp } from "./help.js";
import { Links } from "./links.js";
import { showLoading } from "./loading.js";
import { WorldMap } from "./map/map.js";
import { Notices } from "./notices.js";
import { ParamPanel } from "./params.js";
import { ReplayChart } from "./replay-chart.js";
import { Runs } from "./runs.js";
import { Stage, firstState, shownSpan } from "./state.js";
import { ReplaySweep } from "./sweep.js";
import { text } from "./text.js";
import { Theme } from "./theme.js";
import { Transport } from "./transport.js";

/** @import { Engine, Params, ParsedLink, Preset, Run } from "./types" */

/** A link's run that would take longer waits to be asked. */
const LONGEST_UNASKED_S = 10;
const EMBEDDED = document.body.classList.contains("embed");

const root = document.documentElement;
const query = readQuery();
const stage = new Stage();
const theme = new Theme(query.theme, () => stage.changed("theme"));
const notices = new Notices(need("#notices"), reportContext, () => {
  location.hash = "";
  location.reload();
});
/** @type {Engine | null} */
let loaded = null;

start().catch((error) => {
  root.dataset.state = "error";
  notices.error(error, [{ label: text.notices.retry, run: () => location.reload() }]);
});

async function start() {
  root.dataset.state = "loading";
  const loading = showLoading(document.querySelector(".map") ?? document.body);
  try {
    loaded = await loadEngine(loading.report);
  } finally {
    loading.close();
  }
  assemble(loaded);
}

/** @param {Engine} engine */
function assemble(engine) {
  const { registry, defaults, world, wasm } = engine;
  const state = firstState(defaults);
  const links = new Links(engine, state);
  const runs = new Runs(engine, state, stage);
  const sweep = new ReplaySweep(runs, state, stage);
  const say = announcer();
  stage.onError = (error) => notices.error(error);

  /** Takes parameters that the engine accepts; throws when it does not. @param {Record<string, string | number | boolean>} patch */
  const set = (patch) => {
    const params = /** @type {Params} */ (wasm.check_params({ ...state.params, ...patch }));
    world.datacenters(params.dcs);
    state.params = params;
    state.time_s = clamp(state.time_s, 0, shownSpan(state) - 1);
    stage.changed("params");
    notices.clear("LONG_RUN");
    sweep.pause();
    runs.request();
    return { ...params };
  };
  const setOne = (/** @type {string} */ key, /** @type {string} */ value) => void set({ [key]: value });
  const reset = (/** @type {string[]} */ keys) => void set(Object.fromEntries(keys.map((key) => [key, defaults[key]])));
  const choose = (/** @type {Preset} */ preset) => {
    set({ ...defaults, ...preset.params });
    links.push();
  };

  const link = links.read();
  const panes = EMBEDDED ? choosePanes(query.panes, link.view.panes) : [];
  const pane = (/** @type {string} */ name) => document.querySelector(`[data-pane="${name}"]`);
  const seek = (/** @type {number} */ time_s) => {
    state.time_s = clamp(time_s, 0, shownSpan(state) - 1);
    stage.changed("time");
  };
  stage.parts.push(links);
  const mapRoot = pane("map");
  if (mapRoot instanceof HTMLElement) stage.parts.push(new WorldMap(mapRoot, engine, state, stage, theme));
  const transportRoot = pane("transport");
  if (transportRoot instanceof HTMLElement) {
    if (EMBEDDED && !query.controls.includes("play")) transportRoot.classList.add("noplay");
    const transport = new Transport(transportRoot, state, stage, theme);
    stage.parts.push(transport);
    if (EMBEDDED) autoplay(transport);
  }
  for (const id of /** @type {const} */ (["ccu", "wait", "rtt"])) {
    const figure = pane(id);
    if (figure instanceof HTMLElement) {
      stage.parts.push(new TimeChart(id, figure, engine, state, stage, theme, { seek, say }));
    }
  }
  const replayRoot = pane("replay");
  if (replayRoot instanceof HTMLElement) stage.parts.push(new ReplayChart(replayRoot, engine, state, stage, theme, say));

  if (EMBEDDED) {
    const movable = registry.params.filter(({ key, kind }) => kind === "number" && query.controls.includes(key));
    const shown = panes.includes("params") ? movable : [];
    stage.parts.push(new EmbedBar(need("#embedbar"), shown, defaults, state, links, setOne));
  } else {
    const help = makeHelp();
    const actions = { set: setOne, reset, newSeed: () => String(wasm.new_seed()) };
    const page = { runs, links, theme, notices, choose, help, say };
    stage.parts.push(
      new Header(need("#top"), state, registry.presets, defaults, page),
      new Figures(need("#figures"), state, runs, registry.params),
      new ParamPanel(need("#params"), registry.params, defaults, state, actions),
      new DatacenterList(need("#sites"), engine, state, stage, (dcs) => setOne("dcs", dcs)),
    );
    fillFooter(need("footer"), help);
  }

  /** The link that the next finished run is compared with. @type {ParsedLink | null} */
  let promised = null;
  const follow = (/** @type {ParsedLink} */ link) => {
    promised = link;
    if (link.notices.length > 0) notices.note("BAD_LINK", text.notices.link, link.notices);
    else notices.clear("BAD_LINK");
    compareOrigin(engine, link);
    sweep.pause();
    stage.changed("params", "time", "layers");
    startLinked(engine, runs, state.params);
  };
  links.onNavigate = follow;

  runs.onBegin = () => {
    sweep.pause();
    root.dataset.state = "running";
    notices.clear("LONG_RUN");
  };
  runs.onFinish = (run) => {
    root.dataset.state = "ready";
    for (const code of ["ENGINE_PANIC", "OUT_OF_MEMORY"]) notices.clear(code);
    if (promised) compareDigest(promised, run);
    promised = null;
    announceRun(run, say);
    if (replayRoot?.isConnected || !EMBEDDED) sweep.resume(run);
  };
  runs.onFail = (error) => {
    root.dataset.state = "error";
    notices.error(error, [{ label: text.notices.retry, run: () => void runs.begin().catch(() => {}) }]);
  };

  publish({
    version: engine.version,
    get: () => ({ ...state.params }),
    set,
    run: () => runs.begin(),
    link: () => links.full(),
  });
  stage.changed("size", "theme", "params", "time", "layers", "runs", "sweep");
  follow(link);
}

/** @param {Engine} engine @param {Runs} runs @param {Params} params */
function startLinked(engine, runs, params) {
  try {
    engine.world.datacenters(params.dcs);
    const expected_s = runs.estimate_s(params);
    if (expected_s <= LONGEST_UNASKED_S) return void runs.begin().catch(() => {});
    root.dataset.state = "waiting";
    const begin = { label: text.ask.start, run: () => void runs.begin().catch(() => {}) };
    notices.note("LONG_RUN", text.ask.title, [text.ask.body(duration(expected_s))], [begin]);
  } catch (error) {
    root.dataset.state = "error";
    notices.error(error);
  }
}

/** Without a digest to compare, a link of another engine or data set is a reason for doubt. @param {Engine} engine @param {ParsedLink} link */
function compareOrigin({ version, dataset }, { view }) {
  notices.clear("LINK_ORIGIN");
  if (view.digest) return;
  const lines = [];
  if (view.engine && view.engine !== version) lines.push(text.notices.engine(view.engine, version));
  if (view.dataset && view.dataset !== dataset) lines.push(text.notices.dataset(view.dataset, dataset));
  if (lines.length > 0) notices.note("LINK_ORIGIN", text.notices.link, lines);
}

/** @param {ParsedLink} link @param {Run} run */
function compareDigest({ view, params }, run) {
  notices.clear("DIGEST");
  const got = run.summary?.digest;
  if (!view.digest || !got || got === view.digest || run.params !== params || !loaded) return;
  const lines = [text.notices.digest(view.digest, got)];
  if (view.engine && view.engine !== loaded.version) lines.push(text.notices.engine(view.engine, loaded.version));
  if (view.dataset && view.dataset !== loaded.dataset) lines.push(text.notices.dataset(view.dataset, loaded.dataset));
  notices.note("DIGEST", text.notices.link, lines);
}

/** A polite voice for those who do not see the page; it waits until things are quiet. */
function announcer() {
  const region = el("div", { class: "vh", role: "status", "aria-live": "polite" });
  document.body.append(region);
  return debounce(600, (/** @type {string} */ words) => setText(region, words));
}

/** @param {Run} run @param {(words: string) => void} say */
function announceRun({ summary }, say) {
  if (!summary) return;
  const { ccu_peak, ccu_peak_at_s, wait_mean_s, rtt_mean_ms } = summary;
  say(text.announce.finished(num(ccu_peak), clock(ccu_peak_at_s), num(wait_mean_s, 1), num(rtt_mean_ms, 1)));
}

/** An embed plays by itself only when its page asks for it, and never off screen. @param {Transport} transport */
function autoplay(transport) {
  let wanted = query.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  watchVisibility((visible) => {
    if (!visible && transport.state.playing) {
      wanted = true;
      transport.play(false);
    } else if (visible && wanted) {
      wanted = false;
      transport.play(true);
    }
  });
}

function reportContext() {
  return { engine: loaded?.version ?? null, dataset: loaded?.dataset ?? null };
}
