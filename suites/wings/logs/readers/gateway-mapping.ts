import { operationOutcomes } from "#checker";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { loggedVerbs } from "../port/logged-request.ts";
import type { LoggedOutcome, LoggedVerb } from "../port/logged-request.ts";
import { textIn, wordsIn } from "./json-values.ts";

export interface GatewayMapping {
  readonly time: string;
  readonly timeIs: "end" | "start";
  /** Path of the duration in milliseconds. Absent if the duration is unknown. */
  readonly duration?: string;
  readonly client: string;
  readonly agent?: string;
  readonly object: string;
  readonly operation: string;
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

const required = ["time", "client", "object", "operation", "outcome"] as const;
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
const others = ["timeIs", "operations", "statusOperations", "outcomes"] as const;

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
  const known: readonly string[] = [...required, ...optional, ...others];
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined)
    return { problem: `"${unknown}" is unknown; known properties: ${known.join(", ")}` };
  const missing = required.find((member) => textIn(value, member) === undefined);
  if (missing !== undefined) return { problem: `"${missing}" must be the path of a field` };
  const operations = wordsIn(value["operations"], loggedVerbs);
  if (operations === undefined) {
    return { problem: `"operations" must map each operation to one of ${loggedVerbs.join(", ")}` };
  }
  const meant =
    value["outcomes"] === undefined ? [] : wordsIn(value["outcomes"], operationOutcomes);
  if (meant === undefined) {
    return {
      problem: `"outcomes" must map each outcome to one of ${operationOutcomes.join(", ")}`,
    };
  }
  return { mapping: mappingOf(value, operations, new Map([...meant, ...usualOutcomes])) };
}

function mappingOf(
  value: JsonObject,
  operations: GatewayMapping["operations"],
  meant: GatewayMapping["outcomes"],
): GatewayMapping {
  const path = (member: string): string => textIn(value, member) ?? "";
  const status = value["statusOperations"];
  return {
    time: path("time"),
    timeIs: value["timeIs"] === "start" ? "start" : "end",
    client: path("client"),
    object: path("object"),
    operation: path("operation"),
    outcome: path("outcome"),
    operations,
    statusOperations: Array.isArray(status) ? status.filter((one) => typeof one === "string") : [],
    outcomes: meant,
    ...Object.fromEntries(
      optional.flatMap((member) => {
        const found = textIn(value, member);
        return found === undefined ? [] : [[member, found]];
      }),
    ),
  };
}
