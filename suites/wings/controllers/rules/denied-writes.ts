import type { WriteEvent } from "./controller-event.ts";

/**
 * Returns whether the endpoint rejected a write because the controller has no permission for it. Only the owner of the
 * endpoint can change that. A rejection by a driver does not count, because a later write is accepted.
 */
export function isDenied({ by, result }: WriteEvent): boolean {
  return (
    by === "controller" &&
    result.answer === "refused" &&
    result.isByEndpoint === true &&
    (result.reason === "forbidden" || result.reason === "unauthenticated")
  );
}
