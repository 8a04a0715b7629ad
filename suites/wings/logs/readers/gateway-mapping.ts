import { operationOutcomes } from "#checker";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { loggedVerbs } from "../port/logged-request.ts";
import type { LoggedOutcome, LoggedVerb } from "../port/logged-request.ts";
import { pathsIn, textIn, wordsIn } from "./json-values.ts";
import { durationUnitOf, durationUnits, unitInName } from "./logged-times.ts";
import type { DurationUnit } from "./logged-times.ts";
import { parsePathPattern } from "./path-pattern.ts";
import type { PathPattern } from "./path-pattern.ts";

export interface GatewayMapping {
  readonly time: string;
  readonly timeIs: "end" | "start";
  /** Path of the duration. Absent if the duration is unknown. */
  readonly duration?: string;
  /** Unit of durations that are numbers. */
  readonly durationUnit?: DurationUnit;
  readonly client: string;
  readonly agent?: string;
  /** The values at these paths, joined with slashes, name the object. */
  readonly object: readonly string[];
  /** Patterns of paths, such as `/orders/{id}`. The first that matches the start of the joined values names the object. */
  readonly objectPatterns: readonly PathPattern[];
  /** The values at these paths, joined with spaces, are the operation. */
  readonly operation: readonly string[];
  /** `*` matches any characters, and the first match applies. */
  readonly operations: readonly (readonly [string, LoggedVerb])[];
  readonly statusOperations: readonly string[];
  readonly outcome: string;
  readonly outcomes: ReadonlyMap<string, LoggedOutcome>;
  readonly id?: string;
  readonly precondition?: string;
  readonly version?: string;
  readonly uid?: string;
  readonly sent?: string;
  readonly stored?: string;
}

export type ReadMapping = { readonly mapping: GatewayMapping } | { readonly problem: string };

const required = ["time", "client", "outcome"] as const;
const lists = ["object", "operation"] as const;
const optional = [
  "agent",
  "duration",
  "id",
  "precondition",
  "sent",
  "stored",
  "uid",
  "version",
] as const;
const others = [
  "timeIs",
  "durationUnit",
  "objectPattern",
  "operations",
  "statusOperations",
  "outcomes",
] as const;

/** Default outcomes by HTTP status. After a timeout or a server error, a write may have been applied. */
const usualOutcomes: ReadonlyMap<string, LoggedOutcome> = new Map([
  ["2*", "ok"],
  ["404", "not-found"],
  ["409", "conflict"],
  ["412", "conflict"],
  ["408", "unknown"],
  ["499", "unknown"],
  ["4*", "failed"],
  ["5*", "unknown"],
]);

export function readMapping(value: unknown): ReadMapping {
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const known: readonly string[] = [...required, ...lists, ...optional, ...others];
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined)
    return { problem: `"${unknown}" is unknown; known properties: ${known.join(", ")}` };
  const missing = required.find((member) => textIn(value, member) === undefined);
  if (missing !== undefined) return { problem: `"${missing}" must be the path of a field` };
  const unlisted = lists.find((member) => pathsIn(value[member]).length === 0);
  if (unlisted !== undefined)
    return { problem: `"${unlisted}" must be the path of a field, or a list of paths` };
  const wrong = optional.find((member) => member in value && textIn(value, member) === undefined);
  if (wrong !== undefined) return { problem: `"${wrong}" must be the path of a field` };
  return problemOfWords(value) ?? mappingOf(value);
}

function problemOfWords(value: JsonObject): { readonly problem: string } | undefined {
  const { timeIs = "end", durationUnit, statusOperations = [] } = value;
  if (timeIs !== "start" && timeIs !== "end")
    return { problem: `"timeIs" must be one of start, end` };
  const units = Object.keys(durationUnits);
  if (durationUnit !== undefined && !units.some((unit) => unit === durationUnit))
    return { problem: `"durationUnit" must be one of ${units.join(", ")}` };
  if (timeIs === "start" && value["duration"] === undefined) {
    return {
      problem: `"duration" is required if "timeIs" is start: the end of a request is needed`,
    };
  }
  if (value["objectPattern"] !== undefined && pathsIn(value["objectPattern"]).length === 0)
    return {
      problem: `"objectPattern" must be a pattern such as /orders/{id}, or a list of patterns`,
    };
  if (!isListOfTexts(statusOperations))
    return { problem: `"statusOperations" must be a list of patterns` };
  return undefined;
}

function mappingOf(value: JsonObject): ReadMapping {
  const operations = wordsIn(value["operations"], loggedVerbs);
  if (operations === undefined) {
    return { problem: `"operations" must map each operation to one of ${loggedVerbs.join(", ")}` };
  }
  const meant = wordsIn(value["outcomes"] ?? {}, operationOutcomes);
  if (meant === undefined) {
    return {
      problem: `"outcomes" must map each outcome to one of ${operationOutcomes.join(", ")}`,
    };
  }
  const path = (member: string): string => textIn(value, member) ?? "";
  const { statusOperations } = value;
  const [durationUnit = unitInName(path("duration"))] = durationUnitOf(path("durationUnit"));
  return {
    mapping: {
      time: path("time"),
      timeIs: value["timeIs"] === "start" ? "start" : "end",
      ...(durationUnit === undefined ? {} : { durationUnit }),
      client: path("client"),
      object: pathsIn(value["object"]),
      objectPatterns: pathsIn(value["objectPattern"]).map(parsePathPattern),
      operation: pathsIn(value["operation"]),
      outcome: path("outcome"),
      operations,
      statusOperations: isListOfTexts(statusOperations) ? statusOperations : [],
      outcomes: new Map([...meant, ...usualOutcomes]),
      ...Object.fromEntries(
        optional.flatMap((member) => {
          const found = textIn(value, member);
          return found === undefined ? [] : [[member, found]];
        }),
      ),
    },
  };
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
