// A plain server like static hosts: files without special headers.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/**
 * Serves until the process ends, on a port and so an origin of its own. A page loads modules until it is closed, so a
 * server that a test closes could refuse requests of its page.
 *
 * @param {(path: string) => string | URL | undefined} find the place of the file for a path; a text is the content itself
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
  // The process does not wait for the server, only for open connections, which end with the browser.
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}
