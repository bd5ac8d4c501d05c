import { chromium } from "playwright-core";
const [,, out, url, w="1440", h="900", scheme="dark", script=""] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
const c = await b.newContext({ viewport: { width:+w, height:+h }, colorScheme: scheme });
const p = await c.newPage();
p.on("console", m => console.log("console:", m.type(), m.text()));
p.on("pageerror", e => console.log("pageerror:", e.message));
await p.goto(url); 
await p.waitForFunction(() => document.documentElement.dataset.state && document.documentElement.dataset.state !== "loading", null, {timeout:60000}).catch(()=>{});
if (script) { const f = new Function("page", "return (async()=>{" + script + "})()"); await f(p); }
else await p.waitForTimeout(3000);
await p.screenshot({ path: out, fullPage: process.env.FULL === "1" });
await b.close();
