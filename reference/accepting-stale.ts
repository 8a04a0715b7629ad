import type { Resource } from "#contract";
import type { WriteRequest } from "../../requests.ts";
import type { Rules } from "../../rules.ts";

/** The precondition of a server that carries out a stale status write wherever `isMeant` says so. */
export function acceptingStale(
  rules: Rules,
  isMeant: (request: WriteRequest, stored: Resource | undefined) => boolean,
): Rules["precondition"] {
  return (request, stored) => {
    const refusal = rules.precondition(request, stored);
    const isStale = refusal?.code === "CONFLICT" && request.verb === "updateStatus";
    return isStale && isMeant(request, stored) ? undefined : refusal;
  };
}
