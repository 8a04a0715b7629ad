import type { IncomingMessage } from "node:http";

/** Headers in the order in which they were sent. Names may repeat. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Hop-by-hop headers, and `Host` and `Expect`, which apply only to the connection with the controller. */
const ownHeaders = new Set([
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Returns the headers of a request, in their original order and case. */
export function headerPairs({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    pairs.push([rawHeaders[place] ?? "", rawHeaders[place + 1] ?? ""]);
  }
  return pairs;
}

/** The part of a request that is forwarded, without its body. */
export type ForwardedHead = Pick<IncomingMessage, "method" | "rawHeaders" | "url">;

/** Returns a request by the same caller for the same path, whose body and response are JSON. */
export function jsonRequest(
  { rawHeaders, url = "/" }: ForwardedHead,
  method: string,
): ForwardedHead {
  const kept = headerPairs({ rawHeaders }).filter(([name]) => !aboutContent.test(name));
  const [path = "/"] = url.split("?");
  const type = "application/json";
  return { method, url: path, rawHeaders: [...kept.flat(), "Accept", type, "Content-Type", type] };
}

const aboutContent = /^(?:accept|content)\b/iu;

export function passedPairs(pairs: HeaderPairs): HeaderPairs {
  return pairs.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
}

export function passedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string | readonly string[]>> {
  const passed: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !ownHeaders.has(name)) passed[name] = value;
  }
  return passed;
}

export function mutableHeaders(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | string[]> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, typeof value === "string" ? value : [...value]] as const,
  );
  return Object.fromEntries(entries);
}

export function requestHead(
  { method, url }: Pick<IncomingMessage, "method" | "url">,
  host: string,
  headers: HeaderPairs,
): string {
  const lines = [`${method ?? "GET"} ${url ?? "/"} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== "host") lines.push(`${name}: ${value}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Whether a request opens an event stream: a Kubernetes watch or server-sent events. */
export function carriesEvents({
  url = "/",
  headers,
}: Pick<IncomingMessage, "headers" | "url">): boolean {
  const watch = new URL(url, "http://proxy").searchParams.get("watch");
  const isWatch = watch !== null && watch !== "false" && watch !== "0";
  return isWatch || headers.accept?.includes("text/event-stream") === true;
}

export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}
