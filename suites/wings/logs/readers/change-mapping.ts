import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { changeKinds } from "../port/history-record.ts";
import type { ChangeKind } from "../port/history-record.ts";
import { textIn } from "./json-values.ts";
import { wordsIn } from "./mapped-words.ts";

/** The dotted paths of values in the records of a change stream, and the meaning of the values. */
export interface ChangeMapping {
  readonly type: string;
  /** Kinds of changes by patterns of the type. `*` matches any characters, and the first match counts. */
  readonly types: readonly (readonly [string, ChangeKind])[];
  /** Paths of the parts of an object's name. */
  readonly object: readonly string[];
  readonly version?: string;
  /** Whether versions increase across all objects. */
  readonly isIncreasing: boolean;
  readonly before?: string;
  readonly after?: string;
  readonly stream?: string;
}

export type ReadChangeMapping = { readonly mapping: ChangeMapping } | { readonly problem: string };

const optional = ["after", "before", "stream", "version"] as const;
const known: readonly string[] = ["type", "types", "object", "versions", ...optional];

/** Validates a parsed mapping file. */
export function readChangeMapping(value: unknown): ReadChangeMapping {
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    return { problem: `"${unknown}" is unknown; known properties: ${known.join(", ")}` };
  }
  const type = textIn(value, "type");
  if (type === undefined) return { problem: `"type" must be the path of a field` };
  const types = wordsIn(value["types"], changeKinds);
  if (types === undefined) {
    return { problem: `"types" must map each type to one of ${changeKinds.join(", ")}` };
  }
  const object = pathsIn(value["object"]);
  if (object.length === 0) return { problem: `"object" must be the path of a field, or a list` };
  const { versions = "opaque" } = value;
  if (versions !== "opaque" && versions !== "comparable") {
    return { problem: `"versions" must be one of opaque, comparable` };
  }
  return {
    mapping: {
      type,
      types,
      object,
      isIncreasing: versions === "comparable",
      ...Object.fromEntries(
        optional.flatMap((member) => {
          const path = textIn(value, member);
          return path === undefined ? [] : [[member, path]];
        }),
      ),
    },
  };
}

function pathsIn(value: JsonValue | undefined): readonly string[] {
  const paths = Array.isArray(value) ? value : [value];
  return paths.every((path) => typeof path === "string" && path !== "")
    ? paths.filter((path) => typeof path === "string")
    : [];
}
