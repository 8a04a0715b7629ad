import { unlikeFields } from "../port/body-differences.ts";
import type { LoggedRequest } from "../port/logged-request.ts";

/**
 * Maximum number of cached names. When the limit is reached, all names are dropped, and fewer bodies can be shortened.
 */
const most = 50_000;

/**
 * Deduplicates bodies, which make up most of a log, before requests are stored. Most sent objects equal the stored
 * objects, and most read objects were written before.
 */
export class KnownBodies {
  /** Objects with a conflict. Their sent bodies are kept, because a retry is compared with the rejected request. */
  readonly #conflicts = new Set<string>();
  readonly #versions = new Set<string>();

  shorten(request: LoggedRequest): LoggedRequest {
    const { object, outcome, version, stored, verb } = request;
    if (outcome === "conflict") remember(this.#conflicts, object);
    if (stored === undefined || version === undefined) return this.#withoutSent(request);
    const name = `${version} ${stored.form ?? ""} ${object}`;
    if (verb === "read" && this.#versions.has(name)) {
      const { stored: _known, ...rest } = request;
      return rest;
    }
    remember(this.#versions, name);
    return this.#withoutSent(request);
  }

  #withoutSent(request: LoggedRequest): LoggedRequest {
    const { sent, ...rest } = request;
    if (sent === undefined || rest.stored === undefined) return request;
    if (this.#conflicts.has(rest.object) || sent.form !== rest.stored.form) return request;
    return { ...rest, unlike: unlikeFields(sent, rest.stored) };
  }
}

function remember(names: Set<string>, name: string): void {
  if (names.size >= most) names.clear();
  names.add(name);
}
