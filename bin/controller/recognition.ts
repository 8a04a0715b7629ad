import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WireResult, WriteTreatment } from "#wings/controllers";

export interface RecognizedWrite {
  readonly side: "main" | "status";
  /** The object's name or, if unknown, all strings in the request: any of them may be the name. */
  readonly names: readonly string[];
  readonly kinds: readonly string[];
  readonly texts: readonly string[];
  readonly version?: string;
  readonly status?: JsonObject;
  readonly agent?: string;
  readonly isApply?: true;
}

export interface SentWrite {
  readonly write: RecognizedWrite;
  /** Finds the result of the write in the response to its request. */
  readonly resultIn: (reply: ProxyReply) => WireResult;
}

export interface ProxyRequestHead {
  readonly method: string;
  readonly path: string;
}

export interface ProxyRequest extends ProxyRequestHead {
  readonly contentType: string;
  readonly userAgent?: string;
  /** The body, decoded according to its `Content-Encoding`. */
  readonly body: Buffer;
}

export interface ProxyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body, decoded according to its `Content-Encoding` if the proxy reads it. */
  readonly body: Buffer;
}

export interface CollectionReading {
  readonly collection: string;
  /** Whether the request is a watch that resumes from a version. */
  readonly resumes: boolean;
}

export interface Expiry {
  /** Returns undefined if the request reads no collection. */
  readonly readingIn: (head: ProxyRequestHead) => CollectionReading | undefined;
  readonly reply: ProxyReply;
}

export interface ListReading {
  /** Identifies the list, together with the body: the address without the required version. */
  readonly list: string;
  /** `any`: the endpoint may serve any older state. `newest`: the response must be current. */
  readonly oldest: "any" | "newest" | { readonly atLeast: string };
}

export interface Recognition {
  /** Returns undefined if the request is not a list. Absent if the endpoint always serves the current state. */
  readonly listIn?: (request: ProxyRequest) => ListReading | undefined;
  /** Absent if the proxy cannot report an expired watch. */
  readonly expiry?: Expiry;
  /** Whether a request renews a lease for leader election. Absent if the protocol has no leases. */
  readonly renewsLease?: (head: ProxyRequestHead) => boolean;
  readonly isAbout: (message: JsonValue, kind: string) => boolean;
  readonly watches: (request: ProxyRequest, kind: string) => boolean;
  /** Returns the possible names of the objects that a request reads one by one. Lists and watches contain none. */
  readonly reads: (request: ProxyRequest) => readonly string[];
  /** Whether a request lists the objects of a kind. */
  readonly lists: (request: ProxyRequest, kind: string) => boolean;
  readonly nameWords: readonly string[];
  /** Whether a request with this head may be a write. Bodies of other requests are not read. */
  readonly mayWrite: (head: ProxyRequestHead) => boolean;
  /** Returns the writes of a request: none if it only reads, several if it is a batch. */
  readonly writes: (request: ProxyRequest) => readonly SentWrite[];
  /**
   * Whether a response rejects its request for lack of permission although its HTTP status does not state so. Absent if
   * the status always does.
   */
  readonly denies?: (reply: ProxyReply) => boolean;
  /** Splits a message into parts that describe different objects. Absent if each message describes one object or list. */
  readonly partsOf?: (message: JsonValue) => readonly JsonValue[];
  readonly refusal: (
    treatment: Extract<WriteTreatment, { readonly treat: "refuse" }>,
    request: ProxyRequest,
  ) => ProxyReply;
}

export function jsonIn(text: string | Buffer): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text.toString());
    return value;
  } catch {
    return undefined;
  }
}

export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

/** Finds the first property with the given name anywhere inside a value, in breadth-first order. */
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

/** Maximum length of a quoted message, in characters. */
const maxMessage = 300;

/** The message of an error. */
export function messageIn(error: JsonValue | undefined): { readonly message?: string } {
  const message = memberIn(error, "message");
  return typeof message === "string" ? { message: message.slice(0, maxMessage) } : {};
}
