import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WireResult, WriteTreatment } from "#wings/controllers";

/** A write, as decoded from its protocol. */
export interface RecognizedWrite {
  readonly side: "main" | "status";
  /** Strings that include the name of the object. */
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly version?: string;
  readonly status?: JsonObject;
  /** The program that writes, by its field manager. */
  readonly agent?: string;
  readonly isApply?: true;
}

/** The head of a request as received by the proxy. */
export interface ProxyRequestHead {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** A request as received by the proxy. */
export interface ProxyRequest extends ProxyRequestHead {
  readonly contentType: string;
  /** The header User-Agent. */
  readonly userAgent?: string;
  /** Without content coding. */
  readonly body: Buffer;
}

/** A reply as it is sent to the controller. */
export interface ProxyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Without content coding if the proxy reads it. */
  readonly body: Buffer;
}

export interface CollectionReading {
  readonly collection: string;
  /** Whether the request is a watch that resumes from a version. */
  readonly resumes: boolean;
}

/** How a protocol reports that a watch cannot resume. */
export interface Expiry {
  /** Undefined if the request reads no collection. */
  readonly readingIn: (head: ProxyRequestHead) => CollectionReading | undefined;
  readonly reply: ProxyReply;
}

/** A request for a collection, and how old the state in its reply may be. */
export interface ListReading {
  /** The request without the required version. Two requests with the same text read the same list. */
  readonly list: string;
  /** `any`: the endpoint may serve any older state. `newest`: the reply must be current. */
  readonly oldest: "any" | "newest" | { readonly atLeast: string };
}

/** How a protocol represents writes and refusals. */
export interface Recognition {
  /**
   * Undefined if the request is not a list. Absent if the endpoint always serves the current state, so that no reply may
   * be older.
   */
  readonly listIn?: (request: ProxyRequest) => ListReading | undefined;
  /** Absent if the proxy cannot report an expired watch. */
  readonly expiry?: Expiry;
  /** Whether a request with this head may be a write. Only then is its body read. */
  readonly mayWrite: (head: ProxyRequestHead) => boolean;
  /** Undefined if the request is not a write. */
  readonly write: (request: ProxyRequest) => RecognizedWrite | undefined;
  /** `request` provides the aliases of the fields in its reply. */
  readonly result: (reply: ProxyReply, request: ProxyRequest) => WireResult;
  /** Formats a refusal like the endpoint would. */
  readonly refusal: (
    treatment: Extract<WriteTreatment, { readonly treat: "refuse" }>,
  ) => ProxyReply;
}

/** Parses JSON; returns undefined for anything else. */
export function jsonIn(text: string | Buffer): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text.toString());
    return value;
  } catch {
    return undefined;
  }
}

/** All strings and numbers inside a value, as strings. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

/** The first property with a name anywhere inside a value, in breadth-first order. */
export function memberIn(value: JsonValue | undefined, name: string): JsonValue | undefined {
  let level: readonly JsonValue[] = value === undefined ? [] : [value];
  while (level.length > 0) {
    for (const item of level) {
      if (isJsonObject(item) && Object.hasOwn(item, name)) return item[name];
    }
    level = level.flatMap((item): readonly JsonValue[] => {
      if (isJsonObject(item)) return Object.values(item);
      return Array.isArray(item) ? item : [];
    });
  }
  return undefined;
}
