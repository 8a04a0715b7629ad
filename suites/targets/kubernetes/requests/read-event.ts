import { isJsonObject, readWideIntegers, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, WatchEnd, WatchEvent } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import { parseWireText } from "../../wire/http/wire-data.ts";
import { readObject, readVersion } from "./read-object.ts";
import { readRefusal } from "../resources/read-refusal.ts";
import type { RestKind } from "../resources/rest-kind.ts";

export type LineReading =
  | { readonly kind: "event"; readonly event: WatchEvent }
  | { readonly kind: "end"; readonly end: WatchEnd };

/** Decodes one line of a watch: an event, or the end of the stream. Never throws. */
export function readLine(kind: RestKind, line: string, secrets: Secrets | undefined): LineReading {
  const data = parseWireText(readWideIntegers(line), secrets);
  if (data.kind === "text") return unintelligible(`a line that is ${data.problem}`);
  if (!isJsonObject(data.value)) return unintelligible("a line that is not an event");
  const { type, object = null } = data.value;
  if (type === "ERROR") {
    return { kind: "end", end: { end: "refused", refusal: complaintOf(object) } };
  }
  if (type === "BOOKMARK") return readBookmark(object);
  if (type === "ADDED" || type === "MODIFIED" || type === "DELETED") {
    return readChange(kind, type, object);
  }
  return unintelligible(`an event of type ${JSON.stringify(type ?? null)}`);
}

function complaintOf(body: JsonValue): ReturnType<typeof readRefusal> {
  const code = isJsonObject(body) ? body["code"] : undefined;
  return readRefusal({ http: typeof code === "number" ? code : 500, body });
}

/** The annotation of the bookmark that ends the initial events (KEP-3157). */
const initialEventsEnd = "k8s.io/initial-events-end";

function readBookmark(object: JsonValue): LineReading {
  const metadata = isJsonObject(object) ? metadataOf(object) : {};
  const version = readVersion(metadata);
  if (version === undefined) return unintelligible("a bookmark without a version");
  const annotations = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
  const isMarked = annotations[initialEventsEnd] === "true";
  return {
    kind: "event",
    event: {
      type: "BOOKMARK",
      resourceVersion: resourceVersion(version),
      ...(isMarked ? { initialEventsEnd: true } : {}),
    },
  };
}

function readChange(
  kind: RestKind,
  type: "ADDED" | "DELETED" | "MODIFIED",
  value: JsonValue,
): LineReading {
  const reading = readObject(value, kind);
  if (!reading.ok) return unintelligible(`in a ${type} event, ${reading.problem}`);
  const object = reading.value;
  const { resourceVersion: version } = object.metadata;
  return { kind: "event", event: { type, resourceVersion: version, object } };
}

function metadataOf(object: JsonObject): JsonObject {
  return isJsonObject(object["metadata"]) ? object["metadata"] : {};
}

function unintelligible(detail: string): LineReading {
  return { kind: "end", end: { end: "unintelligible", detail } };
}
