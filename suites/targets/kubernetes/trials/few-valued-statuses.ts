import type { JsonObject, JsonValue } from "#contract";
import { isSameJson } from "../resources/counter-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import { nodeOf } from "../values/schema-node.ts";
import { inTurn, initialStatus, statusIn, valueOf, variants } from "./status-members.ts";
import type { Member, MemberFitting, MembersAccepted } from "./status-members.ts";
import type { TrialServer } from "./trial-server.ts";

/**
 * Combines two properties that have only two values each, such as Booleans, so that the whole statuses differ.
 * Undefined if the server does not accept the combinations in sequence.
 */
export async function pairedMembers(
  fitting: MemberFitting & { readonly form: Omit<StatusForm, "counter"> },
): Promise<MembersAccepted | undefined> {
  const { schema, served, form, hints, trialServer } = fitting;
  const { properties } = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  // A value that is also a default counts as absent, so a property with a default has too few values.
  const usual = { ...form.always, ...form.defaults, ...initialStatus(fitting) };
  const names = Object.keys(properties).filter(
    (name) => !(name in usual) && nodeOf(properties[name], served).words["default"] === undefined,
  );
  const pairs = names.flatMap((name) => {
    const made = variants.flatMap((variant) => valueOf(name, variant, fitting) ?? []);
    const [one, other] = distinct(made);
    return one === undefined || other === undefined ? [] : [{ name, one, other }];
  });
  const [first, second] = pairs;
  if (first === undefined || second === undefined) return undefined;
  const members = [
    { name: first.name, values: [first.one, first.one, first.other] },
    { name: second.name, values: [second.one, second.other, second.one] },
  ];
  const refused = await inTurn(members, form, fitting);
  await trialServer.renew();
  return refused === undefined ? { members, form } : undefined;
}

/**
 * Finds samples for a status whose properties have few values: one property with two values, or two properties with one
 * value each. The values of new objects, and those to which a required property is cleared, do not count. Undefined if
 * there are none, or if the server does not accept them in sequence.
 */
export async function fewValued(fitting: MemberFitting): Promise<MembersAccepted | undefined> {
  const known = await knownProperties(fitting);
  const alternating = known.filter(({ values }) => values.length > 1).map(alternatingMember);
  const switched = known.flatMap((one, index) =>
    known.slice(index + 1).map((other) => switchedMembers(one, other)),
  );
  for (const members of [...alternating, ...switched].slice(0, maxCombinations)) {
    const form = formOf(members, fitting);
    const refused = await inTurn(members, form, fitting);
    await fitting.trialServer.renew();
    if (refused === undefined) return { members, form };
  }
  return undefined;
}

/**
 * Finds a property with two values that cannot be cleared, such as a Boolean that is required or has a default. Without
 * it, the whole status is removed. Undefined if there is none, or if the server does not accept its values in sequence.
 */
export async function removableStatus(
  fitting: MemberFitting,
): Promise<MembersAccepted | undefined> {
  // A status with a default cannot be removed.
  if (Object.keys(initialStatus(fitting)).length > 0) return undefined;
  const { schema, served, hints, form, trialServer } = fitting;
  const { properties } = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  for (const name of Object.keys(properties)) {
    const [one, other] = await storedValues(name, fitting);
    if (one === undefined || other === undefined) continue;
    const { [name]: _own, ...always } = form.always;
    // A status that was removed has no defaults either, so both values differ from it.
    const { [name]: _default, ...defaults } = form.defaults;
    const isWritable = await areStored([one, other, one, null, other, null, one], {
      name,
      always,
      trialServer,
    });
    await trialServer.renew();
    if (!isWritable) continue;
    const members = [{ name, values: [one, other] }];
    return { members, form: { always, defaults, standIn: {}, removedWithout: name } };
  }
  return undefined;
}

/** Writes the values in sequence. A null removes the whole status. */
async function areStored(
  values: readonly JsonValue[],
  { name, always, trialServer }: Removable,
): Promise<boolean> {
  for (const value of values) {
    const status = value === null ? undefined : { ...always, [name]: value };
    const reply = await trialServer.writeStatus(status);
    const { [name]: stored = null } = statusIn(reply);
    if (!reply.isAccepted || !isSameJson(stored, value)) return false;
  }
  return true;
}

interface Removable {
  readonly name: string;
  /** The other required properties. */
  readonly always: JsonObject;
  readonly trialServer: TrialServer;
}

/** Maximum number of combinations that are tried on the server. */
const maxCombinations = 6;

/** A property with the values that the server stores, except the value that counts as absent. */
interface KnownProperty {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

async function knownProperties(fitting: MemberFitting): Promise<readonly KnownProperty[]> {
  const { schema, served, hints } = fitting;
  const { properties } = nodeOf(schema, served, hints.get("status")?.turn ?? 0);
  const known: KnownProperty[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const { default: given } = nodeOf(property, served).words;
    const usual = [fitting.form.always[name], given, initialStatus(fitting)[name]];
    const stored = await storedValues(name, fitting);
    const values = stored.filter((value) => !usual.some((one) => isSameJson(value, one)));
    if (values.length > 0) known.push({ name, values });
  }
  return known;
}

async function storedValues(name: string, fitting: MemberFitting): Promise<readonly JsonValue[]> {
  const made = variants.flatMap((variant) => valueOf(name, variant, fitting) ?? []);
  const stored: JsonValue[] = [];
  for (const value of distinct(made)) {
    const reply = await fitting.trialServer.tryStatus({ ...fitting.form.always, [name]: value });
    const { [name]: kept = null } = statusIn(reply);
    if (kept !== null) stored.push(kept);
  }
  return distinct(stored);
}

function alternatingMember({ name, values }: KnownProperty): readonly Member[] {
  return [{ name, values: values.slice(0, 2) }];
}

/** Sets one property, then the other instead. */
function switchedMembers(one: KnownProperty, other: KnownProperty): readonly Member[] {
  const [first = null] = one.values;
  const [second = null] = other.values;
  return [
    { name: one.name, values: [first, null] },
    { name: other.name, values: [null, second] },
  ];
}

/** Turns the values of required properties that samples set into placeholders. */
function formOf(
  members: readonly Member[],
  { form: { always, defaults } }: MemberFitting,
): MembersAccepted["form"] {
  const isSet = ([name]: readonly [string, JsonValue]): boolean =>
    members.some((member) => member.name === name);
  const required = Object.entries(always);
  return {
    always: Object.fromEntries(required.filter((entry) => !isSet(entry))),
    standIn: Object.fromEntries(required.filter(isSet)),
    defaults,
  };
}

function distinct(values: readonly JsonValue[]): readonly JsonValue[] {
  return values.filter(
    (value, index) => !values.slice(0, index).some((one) => isSameJson(one, value)),
  );
}
