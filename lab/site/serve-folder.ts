import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { listenLocally } from "../../bin/testing/local-server.ts";

export interface ServedFolder extends AsyncDisposable {
  readonly url: string;
}

/** Content types by extension. Browsers reject modules with a wrong content type. */
const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
};

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://here");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    readFile(join(folder, decodeURIComponent(path))).then(
      (content) => {
        response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
        response.end(content);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  const local = await listenLocally(server);
  return {
    url: `${local.origin}/`,
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}
