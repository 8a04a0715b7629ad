import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WireResult, WriteTreatment } from "#wings/controllers";

/** What a request may be, as its protocol shows it. */
export interface RecognizedWrite {
  readonly side: "main" | "status";
  /** Texts among which the name of its object is. */
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly version?: string;
  readonly status?: JsonObject;
}

/** The beginning of a request as it reached the proxy. */
export interface ProxyRequestHead {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** A request as it reached the proxy. */
export interface ProxyRequest extends ProxyRequestHead {
  readonly contentType: string;
  /** Without its content coding. */
  readonly body: Buffer;
}

/** A reply as it is sent to the controller. */
export interface ProxyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Without its content coding, where it is to be read. */
  readonly body: Buffer;
}

/** A request that lists a collection, or resumes a watch of it. */
export interface CollectionReading {
  readonly collection: string;
  /** Whether it is a watch that resumes from a version. */
  readonly resumes: boolean;
}

/** How a protocol reports that a watch cannot resume. */
export interface Expiry {
  /** Absent if the request reads no collection. */
  readonly readingIn: (head: ProxyRequestHead) => CollectionReading | undefined;
  readonly reply: ProxyReply;
}

/** How a protocol spells writes and refusals. */
export interface Recognition {
  /** Absent if the proxy cannot report it. */
  readonly expiry?: Expiry;
  /** Whether a request may be a write by its beginning: only then is its body read. */
  readonly mayWrite: (head: ProxyRequestHead) => boolean;
  /** Absent if the request is not a write. */
  readonly write: (request: ProxyRequest) => RecognizedWrite | undefined;
  /** `request` is what the reply is for: it may have given names to what it asked for. */
  readonly result: (reply: ProxyReply, request: ProxyRequest) => WireResult;
  /** A refusal of the proxy's own. */
  readonly refusal: (
    treatment: Extract<WriteTreatment, { readonly treat: "refuse" }>,
  ) => ProxyReply;
}

/** The JSON in a text, or in the bytes of one; undefined where it is none. */
export function jsonIn(text: string | Buffer): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text.toString());
    return value;
  } catch {
    return undefined;
  }
}

/** Every text and number inside a value, as texts. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

/** The first field of a name anywhere inside a value, the outermost first. */
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
