// A server as plain as static hosts are: files as they lie there, no headers of ours.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const TYPES = { css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };

/**
 * Serves as long as the process lives, on a port and thus an origin of its own. A page loads modules up to the moment
 * it is closed, so a server that a test closed could refuse what its page still asks for.
 *
 * @param {(path: string) => string | URL | undefined} find where the file for a path is; a text is the content itself
 * @returns {Promise<string>} the origin
 */
export async function serveStatic(find) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname.replace(/\/$/, "/index.html");
    const file = find(path);
    try {
      const content = file instanceof URL ? await readFile(file) : file;
      const type = TYPES[path.split(".").pop()] ?? "application/octet-stream";
      response.writeHead(content === undefined ? 404 : 200, { "Content-Type": type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The process does not wait for it, only for connections that are open: those end with the browser.
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}
