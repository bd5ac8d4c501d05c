/**
 * For articles: `<script src=".../embed.js" async></script>` and `<matchday-figure link="v=1&replay=0.8">`. The element
 * makes the frame, sets the height that the frame asks for, and turns its messages into events `matchday`; `send()` sends one.
 * A plain script, because a module of another origin needs headers that static hosts do not send.
 */
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript).src;

  class MatchdayFigure extends HTMLElement {
    frame = document.createElement("iframe");

    connectedCallback() {
      const url = new URL(this.getAttribute("src") ?? new URL("embed.html", script), document.baseURI);
      for (const name of ["panes", "controls", "theme", "autoplay"]) {
        const value = this.getAttribute(name);
        if (value !== null) url.searchParams.set(name, value || "1");
      }
      const scheme = getComputedStyle(this).colorScheme;
      if (!this.hasAttribute("theme") && /^(light|dark)$/.test(scheme)) url.searchParams.set("theme", scheme);
      const link = this.getAttribute("link");
      if (link) url.hash = link.replace(/^.*#/, "");
      const height = `${this.getAttribute("height") ?? 360}px`;
      Object.assign(this.frame.style, { display: "block", width: "100%", border: 0, height });
      Object.assign(this.frame, { src: url.href, loading: "lazy", title: this.title || "Matchday" });
      this.replaceChildren(this.frame);
      addEventListener("message", this);
    }

    disconnectedCallback() {
      removeEventListener("message", this);
    }

    /** @param {MessageEvent} event */
    handleEvent({ source, data }) {
      if (source !== this.frame.contentWindow || data?.ns !== "matchday" || data.v !== 1) return;
      if (data.type === "resize" && !this.hasAttribute("height")) this.frame.style.height = `${+data.height}px`;
      this.dispatchEvent(new CustomEvent("matchday", { detail: data }));
    }

    /** @param {object} message such as `{type: "set", params: {replay: 0.8}}` */
    send(message) {
      this.frame.contentWindow?.postMessage({ ns: "matchday", v: 1, ...message }, new URL(this.frame.src).origin);
    }
  }

  // Every pasted figure loads the script again. The first one defines the element for all.
  if (!customElements.get("matchday-figure")) customElements.define("matchday-figure", MatchdayFigure);
}
