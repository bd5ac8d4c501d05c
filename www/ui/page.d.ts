/** The interface of the page for its parts. */

import type { Links } from "../core/links.js";
import type { Notices } from "../core/notices.js";
import type { PageState, Run, ViewName } from "../core/page-state";
import type { Store } from "../core/state.js";
import type { Engine, Params, ParamValues } from "../core/types";
import type { Runs } from "../worker/runs.js";
import type { TimeMachine } from "../worker/time-machine.js";
import type { Theme } from "./theme.js";

/** The points of the replay chart, which are simulated while no other run is active. */
export interface ReplayPoints {
  /** Their parameters, apart from the replay rate; null before the first run, and after the world has changed. */
  of: Params | null;
  /** Simulates the missing points for the parameters of a finished run. */
  resume(run: Run): void;
  /** Stops the runs of points, so that another run has the machine. */
  pause(): void;
}

export interface Page {
  engine: Engine;
  /** Only `update` changes it. */
  state: Readonly<PageState>;
  store: Store;
  theme: Theme;
  runs: Runs;
  machine: TimeMachine;
  sweep: ReplayPoints;
  links: Links;
  notices: Notices;
  /** Changes the state of the page. The parts that show it are drawn with the next frame. */
  update(patch: Partial<PageState>): void;
  /** Opens a view, or a page of it, as a step of the history. */
  open(view: ViewName, page?: string): void;
  /** Shows another time. */
  seek(time_s: number): void;
  /** Announces a text to screen readers. */
  say(words: string): void;
  /** Changes parameters and starts a run. Throws on invalid values. */
  set(patch: ParamValues): Params;
  /** As `set`, for the steps of a moving slider. */
  slide(patch: Record<string, string>): void;
  /** Changes parameters without a run. Throws on invalid values. */
  setWithoutRun(patch: ParamValues): Params;
  /** Simulates the present parameters for a link or a message. If that takes long, the page asks the reader first. */
  runUnlessLong(): void;
}

/** What a panel of parameters needs of the page. */
export type PanelPage = Pick<Page, "engine" | "state" | "links" | "runs" | "say" | "set" | "slide">;
/** What a chart needs of the page. */
export type ChartPage = Pick<Page, "engine" | "notices" | "seek" | "say" | "store" | "state" | "update">;
/** What a chart of days with other values of a parameter needs. */
export type TradeoffPage = ChartPage & Pick<Page, "runs" | "set" | "sweep">;
/** What the views need: each its own part of the page. */
export type RulesPage = PanelPage & ChartPage & Pick<Page, "open">;
export type ServersPage = PanelPage & TradeoffPage & Pick<Page, "open">;
export type RankedPage = PanelPage & TradeoffPage & Pick<Page, "open">;
export type WorldPage = PanelPage & Pick<Page, "machine" | "notices" | "open" | "runUnlessLong" | "seek" | "store" | "sweep" | "update">;
export type ExperimentsPage = ChartPage & Pick<Page, "links" | "machine" | "open" | "runUnlessLong" | "runs" | "sweep" | "setWithoutRun">;
export type MatchmakingPage = ChartPage & Pick<Page, "links" | "runs" | "set" | "slide">;
