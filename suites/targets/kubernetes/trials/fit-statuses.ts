import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalCause } from "#contract";
import { isSameJson } from "../resources/counter-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import type { Hints } from "../values/value-hints.ts";
import { pathOfField, withHint } from "../values/value-hints.ts";
import { entriesOf, isMade, makeValue, optionalProperties } from "../values/make-value.ts";
import type { Making } from "../values/make-value.ts";
import { nodeOf } from "../values/schema-node.ts";
import { fewValued, pairedMembers, removableStatus } from "./few-valued-statuses.ts";
import { inTurn, initialStatus, statusIn, statusOf, valueOf, variants } from "./status-members.ts";
import type { Member, MemberFitting, MembersAccepted, StatusFitting } from "./status-members.ts";
import type { TrialReply } from "./trial-server.ts";
import { repaired } from "./repair.ts";
import type { Refused } from "./repair.ts";

/** Statuses that the server accepts in sequence with their required properties, or the reason why there are none. */
export type StatusesFitted =
  | {
      readonly isFitted: true;
      /**
       * Statuses with the same properties: usually three, each with different values. If no property has enough values,
       * there are only two, or some of the properties are null.
       */
      readonly statuses: readonly JsonObject[];
      readonly form: Omit<StatusForm, "counter">;
    }
  | {
      readonly isFitted: false;
      readonly problem: string;
      /** Whether no status can vary enough for any check. */
      readonly isInvariable?: true;
    };

const tooFewValues =
  "no status property is known to have two valid values in addition to its default, and no two properties have one each";

/** Maximum number of adjustments of a rejected value. */
const maxRepairs = 20;
const maxMemberRepairs = 4;

/** Maximum number of retries with a value that the server accepted but did not store. */
const maxRepeats = 3;

/** Maximum number of properties per sample. More would test nothing new. */
const maxMembers = 10;

/**
 * The variant from which values of required properties are generated. No sample uses it, so these values differ from
 * all samples.
 */
const beyondVariants = 3;

/**
 * Finds three statuses that the server accepts. They contain the properties that checks set and clear. The form
 * contains the required properties, which are added to every written status.
 */
export async function fitStatuses(fitting: StatusFitting): Promise<StatusesFitted> {
  const always = await requiredOnes(fitting);
  if (typeof always === "string") return { isFitted: false, problem: always };
  const bare = await fitting.trialServer.tryStatus(always.status);
  const defaults = bare.isAccepted ? added(always.status, statusIn(bare)) : {};
  const required = bare.isAccepted ? kept(always.status, statusIn(bare)) : always.status;
  const found = await acceptedMembers({
    ...fitting,
    form: { always: required, defaults },
    hints: always.hints,
  });
  let { members, form } = found;
  for (let attempt = 0; attempt <= maxMembers; attempt += 1) {
    if (members.length === 0) break;
    const refused = await inTurn(members, form, fitting);
    if (refused === undefined) break;
    await fitting.trialServer.renew();
    const names = namedIn(refused, members);
    if (names.length > 0) {
      members = without(members, names);
    } else {
      members = await oneByOne(members, form, fitting);
      break;
    }
  }
  const bareForm = { always: required, defaults, standIn: {} };
  const bareFitting = { ...fitting, form: bareForm, hints: always.hints };
  const alternatives = [
    () => standingMember(found.members, bareFitting),
    () => pairedMembers(bareFitting),
    () => deepMember(bareFitting),
    () => fewValued(bareFitting),
    () => removableStatus(bareFitting),
  ];
  for (const find of alternatives) {
    if (members.length > 0) break;
    ({ members, form } = (await find()) ?? { members, form });
  }
  if (members.length === 0) {
    return { isFitted: false, problem: tooFewValues, isInvariable: true };
  }
  return { isFitted: true, statuses: samplesOf(members), form };
}

interface Required {
  readonly status: JsonObject;
  readonly hints: Hints;
}

async function requiredOnes({
  schema,
  served,
  trialServer,
}: StatusFitting): Promise<Required | string> {
  let hints: Hints = new Map();
  let problem = "";
  for (let attempt = 0; attempt < maxRepairs; attempt += 1) {
    const initial = attempt === 1 ? await leastInitial({ schema, served, trialServer }) : undefined;
    if (initial !== undefined) return initial;
    const made = makeValue(schema, "status", {
      served,
      hints,
      variant: beyondVariants,
      isFull: false,
    });
    if (!isMade(made)) return `${made.unmade} is required, but no valid value is known`;
    const status = bareOf(made.value, { schema, served, hints });
    const reply = await trialServer.tryStatus(status);
    if (reply.isAccepted) return { status, hints };
    problem = `the API server rejects values that its schema allows: ${reply.message}`;
    const next = repaired(hints, described({ schema, served }, reply.causes, status));
    if (next === undefined) return problem;
    hints = next;
  }
  return problem;
}

function described(
  { schema, served }: Pick<StatusFitting, "schema" | "served">,
  causes: readonly RefusalCause[],
  value: JsonObject,
): Refused {
  return { side: "status", schema, served, causes, value };
}

/**
 * Finds the smallest accepted part of a new object's status, if its required properties are not sufficient. Merge
 * patches retain the whole initial status, so other properties may be invalid together with it.
 */
async function leastInitial(fitting: StatusFitting): Promise<Required | undefined> {
  const { trialServer } = fitting;
  let status = initialStatus(fitting);
  if (Object.keys(status).length === 0) return undefined;
  if (!(await trialServer.tryStatus(status)).isAccepted) return undefined;
  for (const name of Object.keys(status)) {
    const { [name]: _left, ...rest } = status;
    if ((await trialServer.tryStatus(rest)).isAccepted) status = rest;
  }
  return { status, hints: new Map() };
}

/**
 * Returns the required properties without a default of their own, preferably with the values from the default of the
 * whole status. Excludes the example entries of values that were generated from an open schema, unless a map must have
 * entries.
 */
function bareOf(
  value: JsonValue,
  { schema, served, hints }: Pick<StatusFitting, "schema" | "served"> & { readonly hints: Hints },
): JsonObject {
  const { properties, words } = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  if (!isJsonObject(value)) return {};
  const { minProperties } = words;
  const isMap = Object.keys(properties).length === 0;
  if (isMap && typeof minProperties === "number") {
    return Object.fromEntries(Object.entries(value).slice(0, minProperties));
  }
  const initial = initialStatus({ schema, served });
  const names = Object.keys(value).filter((name) => {
    const { words: own } = nodeOf(properties[name], served);
    return name in properties && own["default"] === undefined;
  });
  return Object.fromEntries(
    names.map((name) => [name, initial[name] ?? value[name] ?? null] as const),
  );
}

async function acceptedMembers(fitting: MemberFitting): Promise<MembersAccepted> {
  const { schema, served, form, hints } = fitting;
  const node = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  const properties = Object.keys(node.properties);
  // The keys of a status that is a map are arbitrary.
  const isMap = properties.length === 0 && isJsonObject(node.words["additionalProperties"]);
  const names = isMap ? mapKeys : properties;
  const isOpen = node.words["x-kubernetes-preserve-unknown-fields"] === true && names.length === 0;
  const members: Member[] = isOpen ? [...openMembers] : [];
  const optional = names.filter((name) => !(name in form.always)).toSorted(byUse);
  for (const name of optional) {
    if (members.length === maxMembers) break;
    const member = await fittedMember(name, fitting);
    if (member === undefined) continue;
    const joint = statusOf([...members, member], 0);
    if (await areJoined({ ...form.always, ...joint }, fitting)) members.push(member);
  }
  if (members.length > 0) return { members, form: { ...form, standIn: {} } };
  return requiredMember(fitting);
}

/** Whether a status is accepted, by itself and merged into the status of a new object. */
async function areJoined(status: JsonObject, fitting: StatusFitting): Promise<boolean> {
  const { trialServer } = fitting;
  const initial = initialStatus(fitting);
  const merged = { ...initial, ...status };
  const isAlone = (await trialServer.tryStatus(status)).isAccepted;
  const isSame = Object.keys(initial).every((name) => name in status);
  return isAlone && (isSame || (await trialServer.tryStatus(merged)).isAccepted);
}

const mapKeys: readonly string[] = ["phase", "message", "reason", "observed"];

/** Returns a required property, for a status without optional properties. Checks change it but never clear it. */
async function requiredMember(fitting: MemberFitting): Promise<MembersAccepted> {
  const { always, defaults } = fitting.form;
  for (const name of Object.keys(always).toSorted(byUse)) {
    const member = await fittedMember(name, fitting);
    if (member === undefined) continue;
    const { [name]: least = null, ...rest } = always;
    const form = { always: rest, defaults };
    const wanted = [least, ...fullest(name, fitting)];
    const value = await placeholderOf(member, wanted, { ...fitting, form });
    if (value === undefined) continue;
    return { members: [member], form: { ...form, standIn: { [name]: value } } };
  }
  return { members: [], form: { always, standIn: {}, defaults } };
}

/** Maximum number of optional properties that are set inside a property until its values differ. */
const maxDeeper = 6;

/**
 * Finds a property whose values differ only in optional objects, lists or maps inside it. Undefined if there is none, or
 * if the server does not accept its values in sequence.
 */
async function deepMember(
  fitting: MemberFitting & { readonly form: Omit<StatusForm, "counter"> },
): Promise<MembersAccepted | undefined> {
  const { schema, served, form, hints, trialServer } = fitting;
  const { properties } = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  for (const name of Object.keys(properties).filter((one) => !(one in form.always))) {
    const deeper = deepened(name, properties[name], fitting);
    const member = deeper && (await fittedMember(name, { ...fitting, hints: deeper }));
    if (member === undefined) continue;
    const refused = await inTurn([member], form, fitting);
    await trialServer.renew();
    if (refused === undefined) return { members: [member], form };
  }
  return undefined;
}

/** Returns hints with which the values of a property differ. Undefined if they differ anyway, or never. */
function deepened(
  name: string,
  schema: JsonValue | undefined,
  fitting: MemberFitting,
): Hints | undefined {
  const { served } = fitting;
  const inner = entriesOf(nodeOf(schema, served).words) ?? schema;
  let { hints } = fitting;
  const differs = (known: Hints): boolean => valuesOf(name, known, fitting) !== undefined;
  if (differs(hints)) return undefined;
  for (let depth = 0; depth < maxDeeper; depth += 1) {
    const making: Making = { served, hints, variant: 0, isFull: true };
    const options = optionalProperties(inner, `status.${name}`, making).map(({ path }) =>
      withHint(hints, path, { isWanted: true }),
    );
    const found = options.find(differs);
    const [first] = options;
    if (found !== undefined || first === undefined) return found;
    hints = first;
  }
  return undefined;
}

/** A value with all optional scalars, different from all samples. Empty if none is known. */
function fullest(name: string, fitting: MemberFitting): readonly JsonValue[] {
  const value = valueOf(name, beyondVariants, fitting);
  return value === undefined ? [] : [value];
}

/** A property that can change in turn, but cannot be removed. Undefined if there is none. */
async function standingMember(
  members: readonly Member[],
  fitting: MemberFitting,
): Promise<MembersAccepted | undefined> {
  const uncleared = await unclearedMember(members, fitting);
  if (uncleared !== undefined) return uncleared;
  const required = await requiredMember(fitting);
  if (required.members.length === 0) return undefined;
  const refused = await inTurn(required.members, required.form, fitting);
  await fitting.trialServer.renew();
  return refused === undefined ? required : undefined;
}

/**
 * Finds a property that can change but not be removed, because a rule requires it once it is set. Checks change it but
 * never clear it.
 */
async function unclearedMember(
  members: readonly Member[],
  fitting: MemberFitting,
): Promise<MembersAccepted | undefined> {
  for (const member of members) {
    const value = await placeholderOf(member, fullest(member.name, fitting), fitting);
    if (value === undefined) continue;
    const form = { ...fitting.form, standIn: { [member.name]: value } };
    const refused = await inTurn([member], form, fitting);
    await fitting.trialServer.renew();
    if (refused === undefined) return { members: [member], form };
  }
  return undefined;
}

/**
 * Chooses the placeholder of a property that is never cleared. A merge patch must restore it over any sample, so it has
 * all properties of the samples. Undefined if the server accepts none.
 */
async function placeholderOf(
  { name, values }: Member,
  wanted: readonly JsonValue[],
  { form, trialServer }: MemberFitting,
): Promise<JsonValue | undefined> {
  const [sample = null, , last = sample] = values;
  const candidates = wanted.flatMap((one) => [
    one,
    ...[sample, last].map((each) => filled(one, each)),
  ]);
  for (const candidate of candidates) {
    if (!values.every((value) => isRestored(candidate, value))) continue;
    const reply = await trialServer.tryStatus({ ...form.always, [name]: candidate });
    if (!reply.isAccepted) continue;
    const stored = statusIn(reply)[name] ?? candidate;
    if (values.every((value) => isRestored(stored, value))) return stored;
  }
  return undefined;
}

/** Whether a merge patch with `value` changes `over` and leaves none of its properties. */
function isRestored(value: JsonValue, over: JsonValue): boolean {
  return !isSameJson(value, over) && hasAllProperties(value, over);
}

function hasAllProperties(value: JsonValue, other: JsonValue): boolean {
  if (!isJsonObject(value) || !isJsonObject(other)) return true;
  return Object.entries(other).every(
    ([name, inner]) => name in value && hasAllProperties(value[name] ?? null, inner),
  );
}

/** Adds the properties of a sample that a value lacks. */
function filled(value: JsonValue, sample: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(sample)) return value;
  const own = Object.entries(value).map(
    ([name, inner]) => [name, filled(inner, sample[name] ?? null)] as const,
  );
  return { ...sample, ...Object.fromEntries(own) };
}

/** Compares property names for sorting. Properties whose names occur in checks come first. */
function byUse(left: string, right: string): number {
  return useOf(left) - useOf(right);
}

function useOf(name: string): number {
  return name === "observedGeneration" ? 0 : name === "conditions" ? 1 : 2;
}

const openMembers: readonly Member[] = [
  { name: "observedGeneration", values: [1, 2, 3] },
  { name: "phase", values: ["Pending", "Ready", "Failed"] },
];

/** Returns a property with three values as stored. Undefined if the server does not accept three values. */
async function fittedMember(name: string, fitting: MemberFitting): Promise<Member | undefined> {
  let { hints } = fitting;
  for (let attempt = 0; attempt < maxMemberRepairs; attempt += 1) {
    const made = valuesOf(name, hints, fitting);
    if (made === undefined) return undefined;
    const replies = await tried(name, made, fitting);
    const refused = replies.find((reply) => !reply.isAccepted);
    const value = { ...fitting.form.always, [name]: made[replies.length - 1] ?? null };
    if (refused === undefined) {
      const values = await storedValues(name, made, { replies, fitting });
      return isKept(values, fitting.form.always[name] ?? fitting.form.defaults[name])
        ? { name, values: withLast(values, initialStatus(fitting)[name]) }
        : undefined;
    }
    const causes = refused.isAccepted ? [] : refused.causes;
    const { schema, served } = fitting;
    const next = repaired(hints, described({ schema, served }, causes, value));
    if (next === undefined) return undefined;
    hints = next;
  }
  return undefined;
}

/** Moves one of the values to the end. Checks write the first value first, and that write must be a change. */
function withLast(values: readonly JsonValue[], last: JsonValue | undefined): readonly JsonValue[] {
  const others = values.filter((value) => !isSameJson(value, last));
  return [...others, ...values.filter((value) => isSameJson(value, last))];
}

function valuesIn(replies: readonly TrialReply[], name: string): readonly JsonValue[] {
  return replies.map((reply) => statusIn(reply)[name] ?? null);
}

function valuesOf(
  name: string,
  hints: Hints,
  fitting: StatusFitting,
): readonly JsonValue[] | undefined {
  const values = variants.map((variant) => valueOf(name, variant, { ...fitting, hints }));
  const known = values.filter((value) => value !== undefined);
  return new Set(known.map((value) => JSON.stringify(value))).size === 3 ? known : undefined;
}

/**
 * Returns the values as stored. Values that were changed are tried again: a server may lose some of them only
 * sometimes, and then the property must be tested.
 */
async function storedValues(
  name: string,
  values: readonly JsonValue[],
  {
    replies,
    fitting,
  }: { readonly replies: readonly TrialReply[]; readonly fitting: MemberFitting },
): Promise<readonly JsonValue[]> {
  const stored = valuesIn(replies, name);
  if (!fitting.trialServer.isReal) return stored;
  return await Promise.all(
    stored.map(async (one, index) => {
      const value = values[index] ?? null;
      const status = { ...fitting.form.always, [name]: value };
      for (let attempt = 0; attempt < maxRepeats && !isSameJson(one, value); attempt += 1) {
        const again = statusIn(await fitting.trialServer.tryStatus(status))[name] ?? null;
        if (isSameJson(again, value)) return value;
      }
      return one;
    }),
  );
}

async function tried(
  name: string,
  values: readonly JsonValue[],
  { trialServer, form }: MemberFitting,
): Promise<readonly TrialReply[]> {
  const replies: TrialReply[] = [];
  for (const value of values) {
    const reply = await trialServer.tryStatus({ ...form.always, [name]: value });
    replies.push(reply);
    if (!reply.isAccepted) break;
  }
  return replies;
}

function isKept(values: readonly JsonValue[], usual: JsonValue | undefined): boolean {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  // A null is a value that the server does not return, such as a zero.
  const isUsable = (value: JsonValue): boolean => value !== null && !isSameJson(value, usual);
  return texts.size === variants.length && values.every((value) => isUsable(value));
}

/**
 * Finds the properties that can be written in sequence, each with the preceding ones. Each attempt has its own object,
 * because a rule may make a property immutable after a change.
 */
async function oneByOne(
  members: readonly Member[],
  form: Omit<StatusForm, "counter">,
  fitting: StatusFitting,
): Promise<readonly Member[]> {
  const writable: Member[] = [];
  for (const member of members) {
    const refused = await inTurn([...writable, member], form, fitting);
    if (refused === undefined) writable.push(member);
    await fitting.trialServer.renew();
  }
  return writable;
}

function namedIn(reply: TrialReply, members: readonly Member[]): readonly string[] {
  const causes = reply.isAccepted ? [] : reply.causes;
  return causes.flatMap(({ field = "" }) => {
    // Compared with a trailing dot, so that `status.size` does not match `status.sizes`. A name may itself contain
    // dots.
    const path = `${pathOfField(field)}.`;
    return members.flatMap(({ name }) => (path.startsWith(`status.${name}.`) ? [name] : []));
  });
}

function without(members: readonly Member[], names: readonly string[]): readonly Member[] {
  return members.filter(({ name }) => !names.includes(name));
}

function samplesOf(members: readonly Member[]): readonly JsonObject[] {
  const values = members[0]?.values ?? [];
  return values.map((_, variant) => statusOf(members, variant));
}

function kept(written: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, stored[name] ?? value]),
  );
}

function added(written: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in written)));
}
