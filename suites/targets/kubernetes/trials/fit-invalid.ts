import type { JsonObject, JsonValue } from "#contract";
import type { InvalidStatus } from "../../port/target.ts";
import { writtenStatus } from "../resources/status-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import { listOf, nodeOf } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import type { TrialServer } from "./trial-server.ts";

export interface InvalidFitting {
  readonly schema: JsonValue | undefined;
  readonly served: ServedSchema;
  readonly sample: JsonObject;
  readonly form: StatusForm;
  readonly trialServer: TrialServer;
}

/** Maximum number of invalid statuses. Each is tested with each mutation. */
const maxInvalid = 4;

/** Finds samples with one defect each. The server's error must name the defective field. */
export async function fitInvalid(fitting: InvalidFitting): Promise<readonly InvalidStatus[]> {
  const found: InvalidStatus[] = [];
  for (const candidate of candidates(fitting)) {
    if (found.length === maxInvalid) break;
    if (await isRefused(candidate, fitting)) found.push(candidate);
  }
  return found;
}

async function isRefused(
  { status, field }: InvalidStatus,
  { trialServer, form }: InvalidFitting,
): Promise<boolean> {
  // Uses the form that checks send. In that form, the counter's value may be valid.
  const reply = await trialServer.tryStatus(writtenStatus(status, form));
  // Without a server, every status counts as accepted, and the schema decides.
  return reply.isAccepted
    ? !trialServer.isReal
    : reply.causes.some((cause) => cause.field === field);
}

function candidates({ schema, served, sample }: InvalidFitting): readonly InvalidStatus[] {
  const { properties } = nodeOf(schema, served);
  const all = Object.entries(properties).filter(([name]) => name in sample);
  const of = (
    defectOf: (
      words: JsonObject,
    ) => { readonly value: JsonValue; readonly defect: string } | undefined,
  ): readonly InvalidStatus[] =>
    all.flatMap(([name, inner]) => {
      const made = defectOf(nodeOf(inner, served).words);
      if (made === undefined) return [];
      const status = { ...sample, [name]: made.value };
      return [{ status, field: `status.${name}`, defect: made.defect }];
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
    ...of(mistypedFor),
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
