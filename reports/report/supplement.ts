import type { JsonObject, JsonValue } from "#contract";

/** A request as it can be sent again, and what was answered. */
export interface SentRequest {
  readonly exchange: number;
  readonly identity: string;
  readonly verb: string;
  readonly about: string;
  readonly url: string;
  readonly operation: string;
  readonly variables?: JsonObject;
  readonly reply?: { readonly status?: number; readonly body: JsonValue };
  readonly outcome: string;
}

/** A history that a case recorded, in the format of `npx conformance check-history`. */
export interface RecordedHistory {
  readonly case: string;
  readonly text: string;
}

/** How long it took from the acknowledgement of writes to their events, of one kind. */
export interface Convergence {
  readonly kind: string;
  /** Pairs of a write and the first event that showed it. */
  readonly count: number;
  /** Of all pairs, or of an even choice of them; in milliseconds, ascending. Negative: the event was first. */
  readonly delaysMs: readonly number[];
}

/** What the HTML report shows beside the report proper, from the same record. */
export interface HtmlSupplement {
  /** Versions that accepted writes were answered with, by exchange. */
  readonly versions: ReadonlyMap<number, string>;
  /** The requests that created the objects of cases with a violation, by object. */
  readonly creations: ReadonlyMap<string, SentRequest>;
  /** The histories of cases with a violation. */
  readonly histories: readonly RecordedHistory[];
  readonly convergence: readonly Convergence[];
  /** What the target declared where conformant targets may differ. Empty where the record does not say. */
  readonly semantics: Readonly<Record<string, string>>;
}

/** A supplement that adds nothing. */
export const emptySupplement: HtmlSupplement = {
  versions: new Map(),
  creations: new Map(),
  histories: [],
  convergence: [],
  semantics: {},
};
