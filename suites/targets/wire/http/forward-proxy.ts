import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { BlockList, isIP, isIPv6, Socket } from "node:net";
import { Duplex } from "node:stream";
import { buildConnector, Client } from "undici";
import { TargetUnreachable } from "../../port/target.ts";
import { describeFailure, ProxyFailure } from "./failures.ts";
import { tlsConnectOptions } from "./tls.ts";
import type { TlsConnectOptions, TlsOptions } from "./tls.ts";

/** Returns the forward proxy for connections to an address. Undefined for direct connections. */
export type ProxyFor = (to: URL) => URL | undefined;

/** How connections to endpoints are opened. By default directly, with the TLS options of Node.js. */
export interface Dialing {
  readonly tls?: TlsOptions;
  readonly proxyFor?: ProxyFor;
}

export function dialingOf({ tls, proxyFor }: Dialing): Dialing {
  return {
    ...(tls === undefined ? {} : { tls }),
    ...(proxyFor === undefined ? {} : { proxyFor }),
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxies that `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` configure, in capitals or not, as
 * curl and Go's `net/http` read them. Loopback addresses are always connected directly.
 *
 * @throws TargetUnreachable when a variable that applies is not the address of a proxy.
 */
export function proxiesIn(environment: Variables): ProxyFor {
  const valueOf = (name: string): string | undefined => variableIn(environment, name);
  const exceptions = proxyExceptionsIn(environment)
    .split(/[\s,]+/u)
    .filter((text) => text !== "");
  return (to) => {
    const isSecure = to.protocol === "https:" || to.protocol === "wss:";
    const name = [isSecure ? "https_proxy" : "http_proxy", "all_proxy"].find(
      (one) => valueOf(one) !== undefined,
    );
    if (name === undefined || isLoopback(hostOf(to))) return undefined;
    if (exceptions.some((exception) => isExcepted(to, exception))) return undefined;
    return parseProxy(valueOf(name) ?? "", name.toUpperCase());
  };
}

/** Returns the value of `NO_PROXY`. */
export function proxyExceptionsIn(environment: Variables): string {
  return variableIn(environment, "no_proxy") ?? "";
}

function variableIn(environment: Variables, name: string): string | undefined {
  const values = [environment[name], environment[name.toUpperCase()]];
  return values.find((text) => text !== undefined && text !== "");
}

const proxySchemes = /^(?:https?|socks(?:4a?|5h?)?):$/u;

/**
 * Parses the address of a proxy. Without a scheme, the proxy uses HTTP.
 *
 * @throws TargetUnreachable when the text is not such an address. The message does not contain the text, because it may
 * contain a password.
 */
export function parseProxy(text: string, source: string): URL {
  const address = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.hostname === "" || !proxySchemes.test(url.protocol)) {
    throw new TargetUnreachable(`${source} is not the address of a proxy`, {
      fix: `Set ${source} to an address such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080.`,
    });
  }
  return url;
}

/** The host of a URL, without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/u, "$1").replace(/\.$/u, "");
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isIn(loopback, host);
}

function isIn(list: BlockList, host: string): boolean {
  return isIP(host) !== 0 && list.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}

/**
 * Whether an entry of `NO_PROXY` means an address: `*`, an IP address, a range such as `10.0.0.0/8`, or a domain with
 * its subdomains. A domain after a dot means only the subdomains. All but ranges may end with a port.
 */
function isExcepted(to: URL, exception: string): boolean {
  if (exception === "*") return true;
  const host = hostOf(to);
  const range = rangeOf(exception);
  if (range !== undefined) return isIn(range, host);
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d+))?$/u.exec(exception.toLowerCase()) ?? [];
  const isWhole = isIPv6(exception);
  const ofPort = isWhole ? undefined : port;
  if (ofPort !== undefined && ofPort !== portOf(to)) return false;
  const domain = (isWhole ? exception : name).replace(/^\*?(?=\.)/u, "");
  return domain.startsWith(".")
    ? host.endsWith(domain)
    : host === domain || (isIP(domain) === 0 && host.endsWith(`.${domain}`));
}

function rangeOf(text: string): BlockList | undefined {
  const [, address = "", length = ""] = /^([^/]+)\/(\d{1,3})$/u.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(length);
  if (version === 0 || bits > (version === 6 ? 128 : 32)) return undefined;
  const range = new BlockList();
  range.addSubnet(address, bits, version === 6 ? "ipv6" : "ipv4");
  return range;
}

function portOf({ port, protocol }: URL): string {
  if (port !== "") return port;
  return protocol === "https:" || protocol === "wss:" ? "443" : "80";
}

export interface ConnectOptions extends TlsConnectOptions {
  readonly servername?: string;
  /** Timeout in milliseconds. Defaults to that of undici. */
  readonly timeout?: number;
}

/** Returns the URL of an address over HTTP as undici passes it to a connector. */
export function endpointOf(to: URL): buildConnector.Options {
  return {
    hostname: hostOf(to),
    host: to.host,
    protocol: to.protocol === "https:" || to.protocol === "wss:" ? "https:" : "http:",
    port: portOf(to),
  };
}

/** Returns a connector of undici for connections to an address: directly, or through its proxy. */
export function connectorFor(
  to: URL,
  { tls, proxyFor }: Dialing,
  timeout?: number,
): buildConnector.connector {
  const limits = timeout === undefined ? {} : { timeout };
  return connectorTo({ ...limits, ...tlsConnectOptions(tls) }, proxyFor?.(to));
}

/** As {@link connectorFor}, with the options of undici and the proxy of the address. */
export function connectorTo(
  options: ConnectOptions,
  proxy: URL | undefined,
): buildConnector.connector {
  const direct = buildConnector({ ...options });
  if (proxy === undefined) return direct;
  return (endpoint, callback) => {
    tunnelThrough(proxy, endpoint, options).then(
      (httpSocket) => {
        if (endpoint.protocol === "https:") direct({ ...endpoint, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/**
 * Returns the option of `ws` with which a WebSocket connects through the proxy of its address. Nothing for direct
 * connections.
 */
export function connectionThrough(
  to: URL,
  { tls, proxyFor }: Dialing,
  timeout: number,
): { readonly agent?: Agent } {
  const proxy = proxyFor?.(to);
  if (proxy === undefined) return {};
  const connect = connectorTo({ timeout, ...tlsConnectOptions(tls) }, proxy);
  const agent = to.protocol === "wss:" ? new SecureAgent() : new Agent();
  agent.createConnection = (_options, created): undefined => {
    connect(endpointOf(to), (...[error, socket]) => {
      if (error === null) created?.(null, socket);
      else created?.(error, new Duplex());
    });
  };
  return { agent };
}

/** Connects through a proxy without TLS. Rejects with an error that names the proxy, without its credential. */
async function tunnelThrough(
  proxy: URL,
  { hostname, port, protocol }: buildConnector.Options,
  options: ConnectOptions,
): Promise<Socket> {
  const defaultPort = protocol === "https:" ? 443 : 80;
  const to = { host: hostname, port: port === "" ? defaultPort : Number(port) };
  try {
    return await (proxy.protocol.startsWith("socks")
      ? throughSocks(proxy, to, options)
      : throughHttp(proxy, to, options));
  } catch (error) {
    const { detail } = describeFailure(error);
    throw new ProxyFailure(`the proxy ${proxy.protocol}//${proxy.host} cannot be used: ${detail}`, {
      cause: error,
    });
  }
}

/** Default timeout of a tunnel in milliseconds, as for direct connections. A proxy might never respond. */
const tunnelMs = 10_000;

interface Destination {
  readonly host: string;
  readonly port: number;
}

async function throughHttp(
  proxy: URL,
  { host, port }: Destination,
  { ca, timeout = tunnelMs }: ConnectOptions,
): Promise<Socket> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const connect = { timeout, ...(ca === undefined ? {} : { ca }) };
  const client = new Client(proxy.origin, { headersTimeout: timeout, connect });
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
    });
    if (statusCode === 200 && socket instanceof Socket) return socket;
    socket.on("error", () => {}).destroy();
    throw new Error(
      statusCode === 407
        ? "it requires another user name or password (HTTP 407)"
        : `it responded with HTTP ${statusCode} to CONNECT ${authority}`,
    );
  } finally {
    void client.destroy();
  }
}

function authorization({ username, password }: URL): { "proxy-authorization"?: string } {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Connects through a SOCKS proxy, which also resolves the name. The library is loaded lazily. */
async function throughSocks(
  proxy: URL,
  destination: Destination,
  { timeout = tunnelMs }: ConnectOptions,
): Promise<Socket> {
  const { SocksClient } = await import("socks");
  const { protocol, port, username, password } = proxy;
  const { socket } = await SocksClient.createConnection({
    proxy: {
      host: hostOf(proxy),
      port: Number(port === "" ? 1080 : port),
      type: protocol.startsWith("socks4") ? 4 : 5,
      ...(username === "" ? {} : { userId: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    },
    command: "connect",
    destination,
    timeout,
  });
  return socket;
}
