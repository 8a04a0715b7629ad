import { TargetUnreachable } from "../../port/target.ts";

export interface Address {
  /** The URL without user name, password and fragment. */
  readonly url: URL;
  /** The printable URL. The query is shown as `?…`, and parts of the path like tokens as `…`. */
  readonly shown: string;
}

/**
 * Parses the address of an endpoint. A user name and password in the address are ignored, because credentials belong to
 * identities.
 *
 * @throws TargetUnreachable when the string is not a URL with one of the schemes.
 */
export function parseAddress(text: string, schemes: readonly string[]): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !schemes.includes(url.protocol.slice(0, -1))) {
    const what = url === undefined ? "not a URL" : `a URL with the scheme ${url.protocol}`;
    throw new TargetUnreachable(`the endpoint is ${what}`, {
      fix: `Pass an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`,
    });
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  return { url, shown: showUrl(url) };
}

/** Returns the WebSocket address for an HTTP address: `http` becomes `ws`, `https` becomes `wss`. */
export function socketAddress(http: Address): Address {
  const url = new URL(http.url);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return { url, shown: showUrl(url) };
}

export function addressOnSameHost(address: Address, path: string): Address {
  const url = new URL(path, address.url);
  // The path may name another host. That host must not receive a credential.
  url.protocol = address.url.protocol;
  url.host = address.url.host;
  return { url, shown: showUrl(url) };
}

/** Formats the URL without the components that may contain secrets. */
export function showUrl(url: URL): string {
  return `${urlWithoutSecrets(url)}${url.search === "" ? "" : "?…"}`;
}

/** Formats the URL without user name, password, query, fragment, and parts of the path that look like tokens. */
export function urlWithoutSecrets({ protocol, host, pathname }: URL): string {
  const parts = pathname.split("/").map((part) => (isTokenLike(part) ? "…" : part));
  return `${protocol}//${host}${parts.join("/")}`;
}

/** The length from which a part of a path with letters and digits may be a token. */
const tokenLength = 20;

/** Whether a part of a path may be a token. A UUID is a usual identifier. */
function isTokenLike(part: string): boolean {
  const isRandom = /[a-z]/iu.test(part) && (part.match(/\d/gu) ?? []).length >= 3;
  return part.length >= tokenLength && isRandom && !uuid.test(part);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
