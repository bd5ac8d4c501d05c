/**
 * Whether this figure is visible. A hidden figure begins no run and does not play, because an article can
 * have many. An observer without a root of its own watches the outermost page, across origins too.
 */

/** @import { Page } from "../ui/page" */
/** @import { Transport } from "../timeline/transport.js" */

export class Sight {
  /** @param {Page} page @param {Transport} transport @param {boolean} playing whether it plays as soon as it is seen */
  constructor(page, transport, playing) {
    this.page = page;
    this.transport = transport;
    /** Whether it plays once it is seen. */
    this.wanted = playing;
    this.visible = false;
    page.runs.mayBegin = new Promise((resolve) => {
      const watch = new IntersectionObserver((entries) => {
        const visible = entries[entries.length - 1].isIntersecting;
        if (visible) resolve(undefined);
        if (visible !== this.visible) this.setVisible(visible);
      });
      watch.observe(document.body);
    });
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    const { state, sweep } = this.page;
    this.visible = visible;
    if (visible) {
      this.transport.play(this.wanted);
      if (state.current?.state === "finished") sweep.resume(state.current);
    } else {
      this.wanted = state.playing;
      this.transport.play(false);
      sweep.pause();
    }
  }

  /** Plays or pauses; out of sight, playing waits. @param {boolean} on */
  play(on) {
    this.wanted = on;
    this.transport.play(on && this.visible);
  }
}
