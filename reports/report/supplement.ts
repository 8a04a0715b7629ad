import type { JsonObject, JsonValue } from "#contract";

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

export interface Convergence {
  readonly kind: string;
  readonly count: number;
  /**
   * Delays of all pairs, or of an even sample, in milliseconds, in ascending order. Negative if the event preceded the
   * acknowledgement.
   */
  readonly delaysMs: readonly number[];
}

export interface HtmlSupplement {
  /** Versions in the responses to accepted writes, by exchange number. */
  readonly versions: ReadonlyMap<number, string>;
  readonly creations: ReadonlyMap<string, SentRequest>;
  readonly histories: readonly RecordedHistory[];
  readonly convergence: readonly Convergence[];
  /** The target's declared semantics. Empty if the record lacks them. */
  readonly semantics: Readonly<Record<string, string>>;
}

export const emptySupplement: HtmlSupplement = {
  versions: new Map(),
  creations: new Map(),
  histories: [],
  convergence: [],
  semantics: {},
};
