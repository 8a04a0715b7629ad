import type { LoggedRequest } from "../port/logged-request.ts";
import type { FoundRequest } from "../port/writer-finding.ts";

/** Returns the fields of a request that a finding keeps. Bodies are dropped, because they would exhaust memory. */
export function foundRequest(request: LoggedRequest): FoundRequest {
  const {
    object: _object,
    patch: _patch,
    sent: _sent,
    stored: _stored,
    unlike: _unlike,
    ...kept
  } = request;
  return kept;
}
