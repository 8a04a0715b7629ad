import type { HeaderPairs } from "./proxy-headers.ts";

/** In whose name a request reaches the endpoint. */
export interface UpstreamCaller {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client certificate is presented. */
  readonly withCertificate: boolean;
}

/** Whose requests go on in the name of whom, by the token that they carry. */
export type UpstreamCallers = ReadonlyMap<string, UpstreamCaller>;

/** Headers by which a request says who it is from. */
const sayingWho = /^(?:authorization$|impersonate-)/u;

/** The headers of a request as the endpoint gets them, and whether they come with the certificate. */
export interface Presented {
  readonly headers: HeaderPairs;
  readonly withCertificate: boolean;
}

/**
 * A token of the proxy's own is replaced by the credential that it stands for. Everybody else speaks for
 * themselves: without callers with the certificate, which then belongs to the endpoint, otherwise without.
 */
export function presented(headers: HeaderPairs, callers: UpstreamCallers | undefined): Presented {
  if (callers === undefined) return { headers, withCertificate: true };
  const caller = callerOf(headers, callers);
  if (caller === undefined) return { headers, withCertificate: false };
  const isImpersonated = Object.keys(caller.headers).some((name) =>
    name.startsWith("impersonate-"),
  );
  const rest = headers.filter(([name]) => {
    const isWho = sayingWho.test(name.toLowerCase());
    // A caller that may impersonate others names the user.
    return !isWho || (!isImpersonated && name.toLowerCase() !== "authorization");
  });
  return {
    headers: [...rest, ...Object.entries(caller.headers)],
    withCertificate: caller.withCertificate,
  };
}

function callerOf(headers: HeaderPairs, callers: UpstreamCallers): UpstreamCaller | undefined {
  const [, value = ""] = headers.find(([name]) => name.toLowerCase() === "authorization") ?? [];
  const { token = "" } = /^bearer +(?<token>\S+)$/iu.exec(value.trim())?.groups ?? {};
  return callers.get(token);
}
