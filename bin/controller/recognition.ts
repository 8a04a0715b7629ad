import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WireResult, WriteTreatment } from "#harness";

/** What a request may be, as its protocol shows it. */
export interface RecognizedWrite {
  readonly side: "main" | "status";
  readonly texts: readonly string[];
  readonly version?: string;
  readonly status?: JsonObject;
}

/** A request as it reached the proxy. */
export interface ProxyRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** A reply as it is sent to the controller. */
export interface ProxyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** How a protocol spells writes and refusals. */
export interface Recognition {
  /** Absent: the request is no write. */
  readonly write: (request: ProxyRequest) => RecognizedWrite | undefined;
  /** `request` is what the reply is for: it may have given names to what it asked for. */
  readonly result: (reply: ProxyReply, request: ProxyRequest) => WireResult;
  /** A refusal of the proxy's own. */
  readonly refusal: (
    treatment: Extract<WriteTreatment, { readonly treat: "refuse" }>,
  ) => ProxyReply;
}

/** The JSON in a text; undefined where it is none. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
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

/** The first member of a name anywhere inside a value, the outermost first. */
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
