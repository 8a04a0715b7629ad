import type { IncomingMessage } from "node:http";

/** Headers that belong to one connection, and those that the copy of a body gets anew. */
const ownHeaders = new Set([
  // Bodies are looked into, so that they must not be compressed.
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** What of the headers of a message goes on to the other side. */
export function passedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string | readonly string[]>> {
  const passed: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !ownHeaders.has(name)) passed[name] = value;
  }
  return passed;
}

/** The same in the form that Node.js sends. */
export function mutableHeaders(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | string[]> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, typeof value === "string" ? value : [...value]] as const,
  );
  return Object.fromEntries(entries);
}

/** The beginning of a request as it is written to a connection that is to become a WebSocket. */
export function requestHead(incoming: IncomingMessage, host: string): string {
  const lines = [`${incoming.method ?? "GET"} ${incoming.url ?? "/"} HTTP/1.1`, `host: ${host}`];
  for (let place = 0; place < incoming.rawHeaders.length; place += 2) {
    const [name = "", value = ""] = incoming.rawHeaders.slice(place, place + 2);
    if (name.toLowerCase() !== "host") lines.push(`${name}: ${value}`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** Tells the watches of API servers, and server-sent events. */
export function carriesEvents({ url = "/", headers }: IncomingMessage): boolean {
  const isWatch = new URL(url, "http://proxy").searchParams.has("watch");
  return isWatch || headers.accept?.includes("text/event-stream") === true;
}
