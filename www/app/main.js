/** Assembles the page. The full page and the embed consist of the same parts in different places. */

import { all, debounce, el, idle, need, setText } from "../core/dom.js";
import { loadEngine } from "../core/engine.js";
import { MatchdayError } from "../core/errors.js";
import { Figures } from "../views/matchmaking/figures.js";
import { keepClearOf, keepFocus } from "../ui/focus.js";
import { clamp, clock, duration, num } from "../core/format.js";
import { Header } from "./header.js";
import { fetchLab } from "../core/lab.js";
import { slowParts, wasBeingBuilt } from "../core/slow-loading.js";
import { importPart, usePart } from "../core/lazy.js";
import { Links } from "../core/links.js";
import { WorldMap } from "../map/map.js";
import { Notices, showLoading } from "../core/notices.js";
import { listenToFiles } from "./files.js";
import { ParamPanel } from "../ui/params.js";
import { DayChart } from "../views/matchmaking/day-chart.js";
import { ReplayChart } from "../views/matchmaking/replay-chart.js";
import { Runs } from "../worker/runs.js";
import { Outdated } from "./outdated.js";
import { Store, shownSpan } from "../core/state.js";
import { ReplaySweep } from "../views/matchmaking/replay-sweep.js";
import { fill, text } from "../core/text.js";
import { Theme, readStored } from "../ui/theme.js";
import { TimeMachine } from "../worker/time-machine.js";
import { Transport } from "../timeline/transport.js";
import { Undo } from "../core/undo.js";
import { Views, prefetchViews } from "./views.js";
import { Bridge } from "../worker/bridge.js";

/** @import { Change, Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { Engine, ParsedLink, Starved } from "../core/types" */

/** The parts of an embed; null on the full page. */
const embed = document.body.classList.contains("embed") ? await import("../embed/page.js") : null;
const query = embed?.readQuery();
const theme = new Theme(query?.theme);
/** @type {Engine | undefined} */
let engine;
const notices = new Notices(need("#notices"), () => ({ engine: engine?.version, dataset: engine?.dataset }));
notices.onError = (/** @type {MatchdayError} */ { code, message }) => embed?.tellParent("error", { code, message });
const again = { label: text.notices.retry, run: () => location.reload() };

/** Sets the state of the page, for scripts and tests. @param {"loading" | "waiting" | "running" | "ready" | "error"} word */
const setState = (word) => (document.documentElement.dataset.state = word);

/** Says which files are late; none takes that back. @param {string} code @param {string[]} files @param {() => void} retry */
function showLate(code, files, retry) {
  if (files.length === 0) return notices.clear(code);
  const late = [...new Set(files)].join(", ");
  if (wasBeingBuilt()) return notices.note(code, text.notices.building, [fill(text.notices.buildingHelp, late)]);
  const words = `${late}, or a module that is imported there, has not loaded yet`;
  notices.error(new MatchdayError(code, words), [{ label: text.notices.retry, run: retry }]);
}
Bridge.onLate = () => {
  const workers = [...Bridge.late];
  const scripts = workers.map(({ script }) => script.pathname);
  showLate("WORKER_LATE", scripts, () => workers.forEach((worker) => worker.restart()));
};
Bridge.onPaused = () => {
  const [taken] = Bridge.paused.values();
  if (!taken) return notices.clear("LONG_RUN");
  const { longTitle, paused, goOn } = text.notices;
  const lines = [fill(paused, duration(taken.work_s), num(taken.bytes / 1e6))];
  notices.note("LONG_RUN", longTitle, lines, [{ label: goOn, run: () => Bridge.goOn() }]);
};
slowParts.onChange = (files) => showLate("PART_LATE", files, again.run);
loadPage().catch((/** @type {unknown} */ error) => {
  setState("error");
  notices.error(error, [again]);
});

async function loadPage() {
  setState("loading");
  const loading = showLoading(all(".map")[0] ?? document.body);
  try {
    const loaded = (engine = await loadEngine(loading.report));
    // A figure in an article never uses the reader's own data.
    if (!embed && readStored("matchday-own")) await import("../views/world/own/world.js").then(({ useKept }) => useKept(loaded, notices));
  } finally {
    loading.close();
  }
  makePage(engine);
}

/** @param {Engine} engine */
function makePage(engine) {
  const store = new Store({ params: engine.defaults, world: engine.world, theme: theme.read() });
  store.onError = (error) => notices.error(error, [again]);
  theme.onChange = (theme) => store.update({ theme });
  const { state } = store;
  const runs = new Runs(engine, store);
  const sweep = new ReplaySweep(runs, store);
  const machine = new TimeMachine(runs, store);
  const links = new Links(engine, store, !embed);
  /** @type {Page} */
  const page = {
    engine,
    state,
    store,
    theme,
    runs,
    machine,
    sweep,
    links,
    notices,
    say: announcer(),
    update: (patch) => store.update(patch),
    open(view, sub = "") {
      links.beginStep();
      store.update({ view, page: sub });
      links.finish();
    },
    seek: (time_s) => store.update({ time_s: clamp(time_s, 0, shownSpan(state) - 1) }),
    setWithoutRun(patch) {
      const params = engine.wasm.check_params(state.params, plainValues(patch));
      engine.world.datacenters(params.dcs);
      store.update({ params });
      page.seek(state.time_s);
      sweep.pause();
      return { ...params };
    },
    set(patch) {
      links.beginStep();
      try {
        return change(patch);
      } finally {
        links.finish();
      }
    },
    slide(patch) {
      links.beginStep();
      page.setWithoutRun(patch);
      runs.followSlider();
    },
    runUnlessLong: () => runs.runUnlessLong(),
  };
  /** Changes parameters for a script, without an entry in the reader's history. @param {Parameters<Page["set"]>[0]} patch */
  const change = (patch) => {
    const params = page.setWithoutRun(patch);
    runs.request();
    return params;
  };
  const link = links.read();
  embed?.choosePanes(query?.panes ?? link.view.panes);
  for (const part of makeParts(page)) store.add(part);
  for (const [kind, onPaper] of /** @type {const} */ ([
    ["beforeprint", true],
    ["afterprint", false],
  ])) {
    // The print is made of what is drawn when this returns.
    addEventListener(kind, () => {
      theme.print(onPaper);
      store.draw();
    });
  }
  connect(page);
  keepFocus();
  if (!embed) keepClearOf(need("main > .transport"), need(".views"));
  const { version } = engine;
  const api = { version, get: () => ({ ...state.params }), set: change, run: () => runs.beginRun(true), link: () => links.full() };
  // The public interface for scripts: names and meanings stay.
  Object.defineProperty(window, "matchday", { value: Object.freeze(api) });
  setState("waiting");
  follow(page, link);
}

/** Only single values reach the engine: an object that contains itself would exhaust its stack, which is its end. @param {object} patch */
function plainValues(patch) {
  const entries = Object.entries(patch);
  const wrong = entries.find(([, value]) => Object(value) === value);
  if (wrong) throw new MatchdayError("BAD_PARAM", `${wrong[0]}: expected a text, a number or a boolean`);
  return Object.fromEntries(entries);
}

/** @param {Page} page */
function makeParts(page) {
  const panes = (/** @type {string} */ name) => all(`[data-pane="${name}"]`);
  const maps = panes("map").map((root) => new WorldMap(root, page));
  const transports = panes("transport").map((root) => new Transport(root, page));
  const charts = /** @type {const} */ (["ccu", "wait", "rtt"]).flatMap((id) => panes(id).map((root) => new DayChart(id, root, page)));
  const replays = panes("replay").map((root) => new ReplayChart(root, page));
  const shared = [page.links, page.machine, ...maps, ...transports, ...charts, ...replays];
  if (embed && query) return [...shared, ...embed.makeParts(query, page, transports[0])];
  const views = new Views(need("main"), page);
  listenToFiles(page, views);
  new Undo(page);
  return [
    new Header(need(".top"), page),
    ...shared,
    new Figures(need(".figures"), page),
    new ParamPanel(need('.view[data-view="matchmaking"] .panel'), page, "matchmaking", need(".ask")),
    views,
    new Outdated(need("main"), page),
    offerTools(page, maps[0]),
    offerCompare(page),
  ];
}

/** Loads the comparison of a pinned run with the present one, once a run is pinned. @param {Page} page @returns {import("../core/page-state").Part} */
function offerCompare(page) {
  let asked = false;
  return {
    draw(changed) {
      if (asked || !page.state.pinned || !changed.has("runs")) return;
      asked = true;
      usePart(
        page,
        () => import("../views/experiments/compare/table.js"),
        ({ Compare }) => page.store.add(new Compare(page)),
        true,
      );
    },
  };
}

/** After the first day, when the page is idle: fetches the lab module and checks the day against theory. @param {Page} page */
async function addProofs(page) {
  await idle();
  // Parts that need the module load it again, and show an error then.
  fetchLab().catch(() => {});
  await usePart(
    page,
    () => import("../views/experiments/proofs.js"),
    ({ proofsOf }) => proofsOf(page),
    true,
  );
}

/**
 * Loads the tools of the map when the reader first points at it or focuses it.
 * @param {Page} page
 * @param {WorldMap} map
 */
function offerTools(page, map) {
  const load = async (unasked = false) => (await importPart(() => import("../views/world/tools.js"), unasked)).toolsOf(page);
  // Pointing is no request, so a failure is not shown.
  const prepare = () => load(true).catch(() => {});
  for (const kind of ["pointerenter", "focusin"]) map.root.addEventListener(kind, prepare, { once: true });
  for (const button of all("[data-tool]"))
    button.addEventListener("click", () => usePart(page, load, (tools) => tools.openTool(button.dataset.tool)));
  // A link may show one of their layers.
  const draw = (/** @type {Set<Change>} */ changed) =>
    void (changed.has("layers") && page.state.tint && usePart(page, load, () => {}, true));
  return { draw };
}

/** Connects the page to the beginning and the end of runs. @param {Page} page */
function connect(page) {
  const { engine, runs, sweep, links } = page;
  let proves = embed !== null;
  const withSweep = all('[data-pane="replay"]').length > 0;
  /** Codes of failures that the next run takes back. */
  const failures = new Set(["ENGINE_PANIC", "OUT_OF_MEMORY", "WORKER_FETCH", "WORKER_CLOSED", "PLUGIN_STOPPED", "UNEXPECTED"]);
  runs.onRequest = () => {
    setState("waiting");
    Bridge.onPaused();
  };
  runs.onLong = (expected_s, bytes) => {
    setState("waiting");
    usePart(
      page,
      () => import("./link/notes.js"),
      ({ noteLongRun }) => noteLongRun(page, expected_s, bytes),
      true,
    );
  };
  runs.onUnseen = () => setState("waiting");
  engine.consent.onAsk = (code) => (code === null ? notices.clear("UNSEEN_CODE") : noteUnseen(page, code));
  runs.onBegin = () => {
    sweep.pause();
    setState("running");
    notices.clear("STARVED", ...failures);
    Bridge.onPaused();
  };
  runs.onPause = (isPaused) => setState(isPaused ? "waiting" : "running");
  runs.onEnd = (run) => {
    setState("ready");
    if (run.starved) noteStarved(page, run, run.starved);
    if (!run.summary) return;
    noteLink(page, run);
    announceRun(run, page);
    if (withSweep) sweep.resume(run);
    if (!proves) addProofs(page).then(prefetchViews);
    proves = true;
  };
  runs.onFail = (error) => {
    setState("error");
    if (links.leaveOutTexts(error)) {
      notices.onError(error);
      return follow(page, /** @type {ParsedLink} */ (links.last));
    }
    failures.add(error.code);
    notices.error(error, [{ label: text.notices.retry, run: () => void runs.runUnlessLong() }]);
  };
  runs.onSilence = (isSilent) => {
    if (!isSilent) return notices.clear("SILENT");
    const { silent, silentHelp, startOver } = text.notices;
    notices.note("SILENT", silent, [silentHelp], [{ label: startOver, run: () => runs.startOver() }]);
  };
  links.onNavigate = (link) => follow(page, link);
}

/** Shows the scenario and the view of a link. @param {Page} page @param {ParsedLink} link */
function follow(page, link) {
  notices.clear("BAD_LINK", "LINK_ORIGIN", "DIGEST", "LONG_RUN", "LONG_PAIR");
  noteLink(page);
  // The present run may be that of the link already. Then no other begins.
  if (page.state.current) noteLink(page, page.state.current);
  const { pinned = null } = link.view;
  if (pinned === null || embed) return page.runUnlessLong();
  usePart(
    page,
    () => import("../views/experiments/compare/link.js"),
    // Another link may have been followed meanwhile.
    ({ runBoth }) => page.links.last === link && runBoth(page, pinned, () => noteLink(page)),
    true,
  );
}

/** Says that code waits for the reader. @param {Page} page @param {string} code */
function noteUnseen(page, code) {
  usePart(
    page,
    () => import("./link/notes.js"),
    ({ noteUnseenCode }) => noteUnseenCode(page, code),
    true,
  );
}

/** Shows notes about a link, or about its finished run, if there are any: only then their code is loaded. @param {Page} page @param {Run} [run] */
function noteLink(page, run) {
  const { notices: unread, strange, view } = /** @type {ParsedLink} */ (page.links.last);
  if (![...unread, ...strange, view.engine, view.dataset, view.digest].some(Boolean)) return;
  usePart(
    page,
    () => import("./link/notes.js"),
    ({ noteLink }) => noteLink(page, run),
    true,
  );
}

/** Says why a day was stopped. @param {Page} page @param {Run} run @param {Starved} why */
function noteStarved(page, { progress }, why) {
  usePart(
    page,
    () => import("./link/notes.js"),
    ({ noteStarved }) => noteStarved(page, progress.shown_s, why),
    true,
  );
}

/** Returns a function that announces a text to screen readers, when there was no other text for a moment. */
function announcer() {
  const region = el("div", { class: "vh", role: "status" });
  document.body.append(region);
  return debounce(600, (/** @type {string} */ words) => setText(region, words));
}

/** @param {Run} run @param {Page} page */
function announceRun({ summary }, { say }) {
  if (!summary) return;
  const { ccu_peak, ccu_peak_at_s, wait_mean_s, rtt_mean_ms } = summary;
  say(fill(text.finished, num(ccu_peak), clock(ccu_peak_at_s), num(wait_mean_s, 1), num(rtt_mean_ms, 1)));
}
