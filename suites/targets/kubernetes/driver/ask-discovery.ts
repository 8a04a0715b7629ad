import { TargetUnreachable } from "../../port/target.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { Caller } from "../resources/rest-request.ts";
import type { RestTransport } from "../resources/rest-transport.ts";

export interface DiscoveryTools {
  readonly transport: RestTransport;
  readonly caller: Caller;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that queries the discovery API. The function resolves with undefined for 404.
 *
 * @throws TargetUnreachable for any other failure, so that a failure is never mistaken for a missing kind.
 */
export function askDiscovery({ transport, caller, limitMs, signal }: DiscoveryTools): Ask {
  return async (request) => {
    const result = await transport.send(request, caller, { limitMs, signal });
    if (result.kind === "reply" && result.status === 200) return result.data.value;
    if (result.kind === "reply" && result.status === 404) return undefined;
    const why =
      result.kind === "reply"
        ? `returned HTTP ${result.status} for ${request.path}`
        : `did not return ${request.path} (${result.kind === "lost" ? result.detail : "its response is too long"})`;
    throw new TargetUnreachable(`the API server ${why}`, {
      fix: "Check its address and certificate, and pass a credential with permission to read its discovery API.",
      isTimeout: result.kind === "lost" && result.cause === "timeout",
    });
  };
}
