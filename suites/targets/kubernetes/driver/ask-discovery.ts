import { TargetUnreachable } from "../../port/target.ts";
import type { JsonValue } from "#contract";
import {
  aggregatedDiscovery,
  discoveryRootOf,
  documentAt,
  isAggregated,
  isDiscoveryPath,
} from "../named-kinds/aggregated-discovery.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestResult, RestTransport } from "../resources/rest-transport.ts";

export interface DiscoveryTools {
  readonly transport: RestTransport;
  readonly caller: Caller;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that queries the discovery API. The function resolves with undefined for 404. Documents that a
 * server offers only in aggregated form are converted.
 *
 * @throws TargetUnreachable for any other failure, so that a failure is never mistaken for a missing kind.
 */
export function askDiscovery({ transport, caller, limitMs, signal }: DiscoveryTools): Ask {
  const send = (request: RestRequest): Promise<RestResult> =>
    transport.send(request, caller, { limitMs, signal });
  return async (request) => {
    const result = await send(request);
    if (result.kind === "reply" && result.status === 200) {
      const { value } = result.data;
      return isAggregated(value) ? documentAt(request.path, value ?? null) : value;
    }
    if (result.kind === "reply" && unofferedCodes.has(result.status)) {
      const converted = await askAggregated(request, send);
      if (converted !== undefined || result.status === 404) return converted;
    }
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

/** Not Found and Not Acceptable: a server may offer a document only as part of the aggregated one. */
const unofferedCodes: ReadonlySet<number> = new Set([404, 406]);

async function askAggregated(
  { path }: RestRequest,
  send: (request: RestRequest) => Promise<RestResult>,
): Promise<JsonValue | undefined> {
  if (!isDiscoveryPath(path)) return undefined;
  const root = discoveryRootOf(path);
  const result = await send({ method: "GET", path: root, query: {}, accept: aggregatedDiscovery });
  const document = result.kind === "reply" && result.status === 200 ? result.data.value : undefined;
  return document !== undefined && isAggregated(document) ? documentAt(path, document) : undefined;
}
