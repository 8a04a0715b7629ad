import type { HeaderPairs } from "./proxy-headers.ts";

export interface UpstreamCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly withCertificate: boolean;
}

export type UpstreamCallers = ReadonlyMap<string, UpstreamCaller>;

const sayingWho = /^(?:authorization$|impersonate-)/u;

export interface Presented {
  readonly headers: HeaderPairs;
  readonly withCertificate: boolean;
}

/**
 * Replaces a proxy token in the headers with the credential of its caller, and decides whether to use the client
 * certificate. Requests with other credentials are forwarded unchanged. They use the client certificate only if the
 * proxy has no callers of its own.
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
    // A caller that the proxy does not impersonate may impersonate a user itself.
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
