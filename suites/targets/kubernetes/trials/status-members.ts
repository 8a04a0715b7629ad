import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { StatusForm } from "../resources/status-form.ts";
import type { Hints } from "../values/value-hints.ts";
import { isMade, makeValue } from "../values/make-value.ts";
import type { Making } from "../values/make-value.ts";
import { nodeOf } from "../values/schema-node.ts";
import { withDefaults } from "../values/structural-defaults.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import type { TrialServer, TrialReply } from "./trial-server.ts";

export interface StatusFitting {
  readonly schema: JsonValue | undefined;
  readonly served: ServedSchema;
  readonly trialServer: TrialServer;
}

/** A property that samples set, with its value in each sample. A null clears the property. */
export interface Member {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

export interface MemberFitting extends StatusFitting {
  readonly form: Pick<StatusForm, "always" | "defaults">;
  readonly hints: Hints;
}

export interface MembersAccepted {
  readonly members: readonly Member[];
  readonly form: Omit<StatusForm, "counter">;
}

export const variants = [0, 1, 2] as const;

/** Returns the status of a new object: the default of the whole status, with the defaults of its properties. */
export function initialStatus({
  schema,
  served,
}: Pick<StatusFitting, "schema" | "served">): JsonObject {
  const { default: given } = nodeOf(schema, served).words;
  const initial = given === undefined ? undefined : withDefaults(given, schema, served);
  return isJsonObject(initial) ? initial : {};
}

export function valueOf(
  name: string,
  variant: number,
  { schema, served, hints }: StatusFitting & { readonly hints: Hints },
): JsonValue | undefined {
  const node = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  const { [name]: given } = initialStatus({ schema, served });
  const usual = given === undefined ? {} : { given };
  const making: Making = { served, hints, variant, isFull: true, ...usual };
  const schemaOf = node.properties[name] ?? node.words["additionalProperties"];
  const made = makeValue(schemaOf, `status.${name}`, making);
  return isMade(made) ? made.value : undefined;
}

/**
 * Writes the samples in sequence, removes each property, and tries mixed samples. Resolves with the first rejection.
 */
export async function inTurn(
  members: readonly Member[],
  { always: required, standIn }: Omit<StatusForm, "counter">,
  { trialServer }: StatusFitting,
): Promise<TrialReply | undefined> {
  const always = { ...required, ...standIn };
  const samples = members[0]?.values ?? [];
  const whole = samples.map((_, variant) => ({ ...always, ...presentStatusOf(members, variant) }));
  const [first = always] = whole;
  const last = whole.at(-1) ?? always;
  // Also changes from the last sample to the first, because a rule may allow values only to increase.
  const turns = [...whole, first, last, always, first, last];
  for (const status of turns) {
    const reply = await trialServer.writeStatus(status);
    if (!reply.isAccepted) return reply;
  }
  for (const { name } of members) {
    const { [name]: _gone, ...rest } = last;
    const reply = await trialServer.tryStatus({ ...always, ...rest });
    if (!reply.isAccepted) return reply;
  }
  for (const status of mixedStatuses(members)) {
    const reply = await trialServer.tryStatus({ ...always, ...status });
    if (!reply.isAccepted) return reply;
  }
  return undefined;
}

/** The statuses that partial writes of different samples can result in: an orthogonal array of the values. */
function mixedStatuses(members: readonly Member[]): readonly JsonObject[] {
  if (members.length < 2) return [];
  const rows = members.length <= columnsOf(pairs).length ? pairs : triples;
  const columns = columnsOf(rows);
  return rows.map((row) => {
    const mixed = members.map(({ name, values }, index) => {
      const column = columns[index % columns.length] ?? [];
      const chosen = column.reduce((sum, digit, at) => sum + digit * (row[at] ?? 0), 0) % 3;
      return [name, values[chosen % values.length] ?? null] as const;
    });
    return Object.fromEntries(mixed.filter(([, value]) => value !== null));
  });
}

const digits = [0, 1, 2] as const;
const pairs = digits.flatMap((first) => digits.map((second) => [first, second]));
const triples = digits.flatMap((first) => pairs.map((pair) => [first, ...pair]));

/** Any two of these columns contain every pair of digits, because neither is a multiple of the other modulo 3. */
function columnsOf(rows: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return rows.filter((row) => row.find((digit) => digit !== 0) === 1);
}

/** The status of a sample without the properties that the sample clears. */
function presentStatusOf(members: readonly Member[], variant: number): JsonObject {
  const present = Object.entries(statusOf(members, variant)).filter(([, value]) => value !== null);
  return Object.fromEntries(present);
}

export function statusOf(members: readonly Member[], variant: number): JsonObject {
  return Object.fromEntries(members.map(({ name, values }) => [name, values[variant] ?? null]));
}

export function statusIn(reply: TrialReply): JsonObject {
  const status = reply.isAccepted ? reply.object["status"] : undefined;
  return isJsonObject(status) ? status : {};
}
