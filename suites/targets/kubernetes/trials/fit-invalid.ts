import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { InvalidStatus } from "../../port/target.ts";
import { isSameJson } from "../resources/counter-form.ts";
import { writtenStatus } from "../resources/status-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import { admits } from "../values/admits.ts";
import { listOf, nodeOf } from "../values/schema-node.ts";
import { resolved } from "../values/served-schema.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import type { TrialReply, TrialServer } from "./trial-server.ts";

export interface InvalidFitting {
  readonly schema: JsonValue | undefined;
  readonly served: ServedSchema;
  readonly sample: JsonObject;
  readonly form: StatusForm;
  /** Whether the schema is meant to validate statuses. Schemas of built-in kinds may only describe them. */
  readonly isValidated?: boolean;
  readonly trialServer: TrialServer;
}

/** Maximum number of invalid statuses. Each is tested with each mutation. */
const maxInvalid = 4;

/** Maximum number of candidates that are tried. */
const maxTried = 16;

/** Maximum number of invalid statuses that the server accepts. */
const maxAccepted = 2;

/**
 * Finds samples with one defect each. If the server's error has causes, they must name the defective field. If the
 * server enforces other constraints of the schema, or not even types, statuses that it stores although the schema
 * forbids them are added, and come last.
 */
export async function fitInvalid(fitting: InvalidFitting): Promise<readonly InvalidStatus[]> {
  const refused: Candidate[] = [];
  const stored: Candidate[] = [];
  for (const candidate of candidates(fitting).slice(0, maxTried)) {
    const reaction = await reactionTo(candidate, fitting);
    if (reaction === "refused") refused.push(candidate);
    if (reaction === "stored") stored.push(candidate);
  }
  // Every typed server rejects a wrong type. Only another constraint shows that the server validates by the schema.
  const isEnforced = refused.some(({ isType }) => !isType);
  // No reader of the schema expects a wrong type.
  const isBroken = isEnforced || stored.some(({ isType }) => isType);
  const leaked = fitting.isValidated === true && isBroken ? stored.slice(0, maxAccepted) : [];
  const kept = [...refused.slice(0, maxInvalid - leaked.length), ...leaked];
  return kept.map(({ isType: _isType, ...invalid }) => invalid);
}

interface Candidate extends InvalidStatus {
  /** Whether the defect is a wrong type. */
  readonly isType: boolean;
}

async function reactionTo(
  candidate: Candidate,
  { trialServer, form, schema, served }: InvalidFitting,
): Promise<"refused" | "stored" | "unclear"> {
  const { status, field: path } = candidate;
  // Uses the form that checks send. In that form, the counter's value may be valid.
  const written = writtenStatus(status, form);
  const reply = await trialServer.tryStatus(written);
  if (!reply.isAccepted) return isDueTo(candidate, reply) ? "refused" : "unclear";
  // Without a server, every status counts as accepted, and the schema decides.
  if (!trialServer.isReal) return "refused";
  const name = path.slice("status.".length);
  const { status: kept } = reply.object;
  const isStored = isJsonObject(kept) && isSameJson(kept[name], written[name]);
  const field = nodeOf(schema, served).properties[name];
  const hasChoice = [schema, field].some((one) => hasAlternatives(one, served));
  return isStored && !hasChoice && !admits(schema, written, served) ? "stored" : "unclear";
}

/**
 * Whether a status was rejected because of its defect. Without causes, its only defect is the reason of an error for
 * invalid input. Typed servers may report a wrong type while they decode a request, before they compare versions, so it
 * needs a cause.
 */
function isDueTo(
  { field, isType }: Candidate,
  { causes, reason }: Extract<TrialReply, { readonly isAccepted: false }>,
): boolean {
  if (causes.length === 0) return reason === "invalid" && !isType;
  return causes.some((cause) => cause.field === field);
}

/** Whether a value that one alternative of a schema forbids may be valid. */
function hasAlternatives(schema: JsonValue | undefined, served: ServedSchema): boolean {
  const { anyOf, oneOf, allOf } = resolved(schema, served);
  const isOpen = listOf(anyOf).length + listOf(oneOf).length > 0;
  return isOpen || listOf(allOf).some((one) => hasAlternatives(one, served));
}

function candidates({ schema, served, sample }: InvalidFitting): readonly Candidate[] {
  const { properties } = nodeOf(schema, served);
  const all = Object.entries(properties).filter(([name]) => name in sample);
  const of = (
    defectOf: (
      words: JsonObject,
    ) => { readonly value: JsonValue; readonly defect: string } | undefined,
    isType = false,
  ): readonly Candidate[] =>
    all.flatMap(([name, inner]) => {
      const made = defectOf(nodeOf(inner, served).words);
      if (made === undefined) return [];
      const status = { ...sample, [name]: made.value };
      return [{ status, field: `status.${name}`, defect: made.defect, isType }];
    });
  return [
    ...of(({ enum: choices }) =>
      listOf(choices).length === 0
        ? undefined
        : {
            value: "conformance-none-of-them",
            defect: "a value that is not in the enum",
          },
    ),
    ...of(({ minimum }) =>
      typeof minimum === "number"
        ? { value: minimum - 1, defect: "a number below the minimum" }
        : undefined,
    ),
    ...of(mistypedFor, true),
    ...of(({ maximum }) =>
      typeof maximum === "number"
        ? { value: maximum + 1, defect: "a number above the maximum" }
        : undefined,
    ),
    ...of(({ pattern, enum: choices }) =>
      typeof pattern === "string" && choices === undefined
        ? { value: "~ conformance ~", defect: "a string that does not match the pattern" }
        : undefined,
    ),
  ];
}

/**
 * A value of the wrong type for a schema. None for strings with a format: servers parse them leniently and may not
 * detect a wrong type immediately.
 */
function mistypedFor({ type, format }: JsonObject): (typeof mistyped)[string] | undefined {
  if (typeof type !== "string") return undefined;
  const isPlain = type !== "string" || format === undefined || format === "byte";
  return isPlain ? mistyped[type] : undefined;
}

const mistyped: Readonly<Record<string, { readonly value: JsonValue; readonly defect: string }>> = {
  integer: { value: "many", defect: "a string instead of an integer" },
  number: { value: "many", defect: "a string instead of a number" },
  string: { value: true, defect: "a boolean instead of a string" },
  boolean: { value: "perhaps", defect: "a string instead of a boolean" },
  array: { value: "many", defect: "a string instead of a list" },
  object: { value: "many", defect: "a string instead of an object" },
};
