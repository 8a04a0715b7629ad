import { TargetUnreachable } from "../../port/target.ts";

/** Where requests go, and how that is shown to people. */
export interface Address {
  /** Without user name, password and fragment. */
  readonly url: URL;
  /** The URL as it may be printed: the query, which may hold a secret, is cut to `?…`. */
  readonly shown: string;
}

/**
 * Reads the address of an endpoint. A user name and a password in it are dropped and never sent:
 * credentials belong to identities.
 *
 * @throws TargetUnreachable when the text is no URL of one of the schemes.
 */
export function parseAddress(text: string, schemes: readonly string[]): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !schemes.includes(url.protocol.slice(0, -1))) {
    const what = url === undefined ? "not a URL" : `of scheme ${url.protocol}`;
    throw new TargetUnreachable(`the endpoint is ${what}`, {
      mend: `Give an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`,
    });
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  return { url, shown: showUrl(url) };
}

/** The same place over a socket: `http` becomes `ws`, `https` becomes `wss`. */
export function socketAddress(http: Address): Address {
  const url = new URL(http.url);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return { url, shown: showUrl(url) };
}

/** Another place on the same server. The path is resolved against the address. */
export function addressBeside(address: Address, path: string): Address {
  const url = new URL(path, address.url);
  // A path that names another host must not take a credential there.
  url.protocol = address.url.protocol;
  url.host = address.url.host;
  return { url, shown: showUrl(url) };
}

/** A URL without anything in it that may be secret. */
export function showUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}
