import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

export interface Arrival {
  readonly headers: Pick<IncomingMessage["headers"], "host" | "origin">;
  readonly socket: { readonly localAddress?: string | undefined };
}

/**
 * Returns why a request may come from a hostile web page. Returns undefined if the request is admissible. A page of
 * another origin sends `Origin`. A page that resolves its own name to this machine (DNS rebinding) sends that name in
 * `Host`, where local clients send an address or localhost.
 */
export function pageProblem({ headers, socket }: Arrival): string | undefined {
  const host = nameOf(headers.host);
  if (isLoopback(socket.localAddress) && host !== undefined && !isOwnName(host)) {
    return "The Host of the request is not a name of this machine.";
  }
  if (headers.origin === undefined) return undefined;
  const origin = originName(headers.origin);
  if (origin !== undefined && (origin === host || isOwnName(origin))) return undefined;
  return "The Origin of the request is another site.";
}

/** Whether a host is an address or localhost. Unlike a name, an address cannot be rebound. */
function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost");
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/u.test(address);
}

function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || host === "") return undefined;
  return originName(`http://${host}`) ?? host;
}

function originName(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname } = new URL(origin);
  if (!/^https?:$/u.test(protocol)) return undefined;
  return hostname.replace(/^\[|\]$/gu, "").replace(/\.$/u, "");
}
