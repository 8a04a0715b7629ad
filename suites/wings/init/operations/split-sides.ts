import { getNamedType, isLeafType, isNonNullType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import type { Hints } from "../schema/user-hints.ts";
import { holderOf } from "../schema/identity.ts";
import { takesUntypedBody } from "./bare-bodies.ts";
import type { Identity } from "../schema/identity.ts";
import type { Confidence } from "../schema/notebook.ts";
import type { Write } from "./object-writes.ts";
import { partNamed } from "../schema/object-types.ts";
import { pairFieldsOf } from "../schema/pair-types.ts";
import { isStatusWord } from "../schema/role-words.ts";
import { isListed, outputFields } from "../schema/root-fields.ts";
import { isAnyForm, plain } from "../schema/shapes.ts";
import { isVersionHolder } from "../schema/version-holders.ts";

export interface Split {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly reason: string;
  readonly confidence: Confidence;
}

export interface Places {
  readonly identity: Identity;
  readonly hints: Hints;
  /** All mutations of the kind. */
  readonly writes: readonly Write[];
}

/** Assigns the fields that create mutations write to the spec, and other written fields to the status. */
export function splitOf(
  type: GraphQLObjectType,
  {
    creating,
    bodied,
    known,
  }: {
    readonly creating: Write | undefined;
    readonly bodied: readonly Write[];
    readonly known: Places;
  },
): Split {
  const created = [...(creating?.targets ?? [])];
  const written = bodied
    .filter((write) => write !== creating)
    .flatMap(({ targets }) => [...targets]);
  const others = [...new Set(written)].filter((target) => !created.includes(target));
  const given = givenSides(type, known, [...new Set([...created, ...written])]);
  if (given !== undefined) return given;
  const worded = wordedSides([...new Set([...created, ...written])]);
  if (worded !== undefined) return worded;
  if (created.length > 0 && others.length > 0) {
    const reason = "create mutations write the spec, and another mutation writes the rest";
    const required = creating?.required ?? none;
    const body = bodyAmong(type, created);
    // Labels and other metadata are optional, and names do not change. A required scalar therefore also belongs to the
    // spec if an update takes it together with the object.
    const changed = bodied.filter(
      (write) => write !== creating && body.every((one) => write.targets.has(one)),
    );
    const isWhole = created.some(
      (one) =>
        required.has(one) && !body.includes(one) && changed.some(({ targets }) => targets.has(one)),
    );
    const status = withCompanions(type, { status: bodyAmong(type, others), others, bodied });
    const sides = { spec: isWhole ? created : bodyAmong(type, created), status };
    const spec = withoutSpareForms(type, sides.spec, requiredIn(bodied));
    return { ...sides, spec, reason, confidence: "medium" };
  }
  const needed = neededSplit(type, { creating, bodied });
  if (needed !== undefined) return needed;
  if (created.length > 1) return sharedSplit(type, created);
  if (created.length === 1) {
    const reason = "create mutations write it, and no mutation writes a status";
    return { spec: created, status: [], reason, confidence: "low" };
  }
  return hookedSplit(type, known, [...new Set(written)]);
}

/**
 * Returns the spec and the status that the user specified. If the user specified only one of them, all other written
 * fields belong to the other.
 */
function givenSides(
  type: GraphQLObjectType,
  { hints: { words } }: Places,
  targets: readonly string[],
): Split | undefined {
  const members = Object.keys(outputFields(type));
  const [spec, status] = [words.spec, words.status].map((word) =>
    word === undefined ? undefined : members.find((member) => plain(member) === plain(word)),
  );
  if (spec === undefined && status === undefined) return undefined;
  const rest = (other: string | undefined): readonly string[] =>
    bodyAmong(
      type,
      targets.filter((target) => target !== other),
    );
  return {
    spec: spec === undefined ? rest(status) : [spec],
    status: status === undefined ? rest(spec) : [status],
    reason: "given",
    confidence: "high",
  };
}

function wordedSides(targets: readonly string[]): Split | undefined {
  const spec = targets.filter((one) => plain(one) === "spec");
  const status = targets.filter((one) => plain(one) === "status");
  if (spec.length === 0 || status.length === 0) return undefined;
  return { spec, status, reason: "inferred from the names of the fields", confidence: "medium" };
}

/**
 * If the spec or the status consists of one object and at most two other fields, keeps only the object: the others are
 * labels and other metadata. A list of objects, such as conditions, does not count as the object.
 */
function narrowed(
  type: GraphQLObjectType,
  spec: readonly string[],
  status: readonly string[],
): Pick<Split, "spec" | "status"> {
  return { spec: bodyAmong(type, spec), status: bodyAmong(type, status) };
}

function requiredIn(writes: readonly Write[]): ReadonlySet<string> {
  return new Set(writes.flatMap(({ required }) => [...required]));
}

/**
 * Drops the untyped values and lists of pairs that no mutation requires, because they are labels and other metadata.
 * Keeps them if the create mutation has no other inputs.
 */
function withoutSpareForms(
  type: GraphQLObjectType,
  targets: readonly string[],
  required: ReadonlySet<string>,
): readonly string[] {
  const members = outputFields(type);
  const kept = targets.filter((target) => {
    const member = members[target];
    const isForm =
      member !== undefined &&
      (isAnyForm(getNamedType(member)) || pairFieldsOf(member) !== undefined);
    return !isForm || required.has(target);
  });
  return kept.length > 0 ? kept : targets;
}

/**
 * Adds to a status that is one object the other fields that mutations write only together with it, such as `phase` for
 * `report(phase, reading: { … })`. Labels and other metadata are untyped values or pairs, and another mutation may
 * write them.
 */
function withCompanions(
  type: GraphQLObjectType,
  {
    status,
    others,
    bodied,
  }: {
    readonly status: readonly string[];
    readonly others: readonly string[];
    readonly bodied: readonly Write[];
  },
): readonly string[] {
  const [body, ...more] = status;
  if (body === undefined || more.length > 0) return status;
  const members = outputFields(type);
  const isCompanion = (one: string): boolean => {
    const member = members[one];
    return (
      member !== undefined &&
      isLeafType(getNamedType(member)) &&
      !isAnyForm(getNamedType(member)) &&
      bodied.every(({ targets }) => !targets.has(one) || targets.has(body))
    );
  };
  return others.filter((one) => one === body || isCompanion(one));
}

function bodyAmong(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const members = outputFields(type);
  const bodies = targets.filter((one) => {
    const member = members[one];
    if (member === undefined || isListed(member)) return false;
    return Object.keys(outputFields(getNamedType(member))).length > 0;
  });
  return bodies.length === 1 && targets.length <= 3 ? bodies : targets;
}

/**
 * Splits a type whose create mutation takes the status as an optional input: another mutation requires the status, or
 * writes nothing else.
 */
function neededSplit(
  type: GraphQLObjectType,
  { creating, bodied }: { readonly creating: Write | undefined; readonly bodied: readonly Write[] },
): Split | undefined {
  const [targets, required] = [creating?.targets ?? none, creating?.required ?? none];
  const spec = [...targets].filter((target) => required.has(target));
  const status = wholeCandidates(
    type,
    [...targets].filter(
      (target) =>
        !required.has(target) &&
        bodied.some(
          (write) =>
            (write.required.has(target) && !spec.some((one) => write.required.has(one))) ||
            (write !== creating && write.targets.size === 1 && write.targets.has(target)),
        ),
    ),
  );
  if (spec.length === 0 || status.length !== 1) return undefined;
  const reason = "create mutations require the spec, and another mutation writes only the status";
  const sides = narrowed(type, spec, status);
  if (bodyCandidates(type, spec).length > 0) return { ...sides, reason, confidence: "medium" };
  // An optional field next to required ones also belongs to the spec if updates without the status take both.
  const updates = bodied.filter(
    (write) =>
      write !== creating &&
      spec.every((one) => write.targets.has(one)) &&
      !status.some((one) => write.targets.has(one)),
  );
  const optional = [...targets].filter((target) =>
    updates.some((write) => !required.has(target) && write.targets.has(target)),
  );
  const whole = withoutSpareForms(type, [...spec, ...optional], required);
  return { ...sides, spec: whole, reason, confidence: "medium" };
}

const none: ReadonlySet<string> = new Set();

/** Splits a type whose mutations all take the whole object: the required fields are the spec. */
function sharedSplit(type: GraphQLObjectType, targets: readonly string[]): Split {
  const members = outputFields(type);
  const bodies = wholeCandidates(type, targets);
  const status =
    bodies.find(isStatusWord) ?? bodies.findLast((one) => !isNonNullType(members[one]));
  const spec = bodies.find((one) => one !== status);
  if (spec === undefined || status === undefined) {
    return { spec: targets, status: [], reason: "all mutations take it", confidence: "low" };
  }
  const reason =
    "every mutation takes spec and status; the required fields are assumed to be the spec";
  return { spec: [spec], status: [status], reason, confidence: "low" };
}

function bodyCandidates(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const members = outputFields(type);
  return targets.filter((one) => {
    const member = members[one];
    return member !== undefined && Object.keys(outputFields(getNamedType(member))).length > 0;
  });
}

/** Returns the objects among the fields. If there are none, a spec or a status may be an untyped value. */
function wholeCandidates(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const objects = bodyCandidates(type, targets);
  if (objects.length > 0) return objects;
  return untypedAmong(type, targets);
}

/** Returns the untyped fields that contain no metadata. Empty if there are more than two. */
function untypedAmong(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const members = outputFields(type);
  const isMetadata = (one: string): boolean => partNamed(one, type) !== undefined;
  const forms = targets.filter((one) => {
    const member = members[one];
    return member !== undefined && isAnyForm(getNamedType(member)) && !isMetadata(one);
  });
  return forms.length > 2 ? [] : forms;
}

/**
 * Returns the spec and the status of objects that mutations take as JSON under a name that says nothing about its
 * content: the untyped fields except metadata, non-null ones first. Empty if there are more than two.
 */
function untypedSides(type: GraphQLObjectType, writes: readonly Write[]): readonly string[] {
  if (!writes.some(({ field }) => takesUntypedBody(field, type))) return [];
  const members = outputFields(type);
  const forms = untypedAmong(type, Object.keys(members));
  return forms.toSorted(
    (one, other) => Number(isNonNullType(members[other])) - Number(isNonNullType(members[one])),
  );
}

/**
 * Splits a type without a create mutation: the status consists of the written fields, and the spec is the first other
 * object.
 */
function hookedSplit(
  type: GraphQLObjectType,
  { identity, writes }: Places,
  written: readonly string[],
): Split {
  const bodies = bodyCandidates(type, Object.keys(outputFields(type))).filter(
    (one) => one !== holderOf(identity) && !isVersionHolder(type, one),
  );
  const worded = wordedSides(bodies);
  if (worded !== undefined) return worded;
  const forms = bodies.length > 0 || written.length > 0 ? [] : untypedSides(type, writes);
  const [first, second] = forms;
  if (first !== undefined && second !== undefined) {
    const reason = "the only untyped fields of the object, and mutations take untyped bodies";
    return { spec: [first], status: [second], reason, confidence: "low" };
  }
  const status = bodyAmong(type, written);
  const rest = bodies.filter((one) => !status.includes(one));
  if (status.length === 0) {
    const reason =
      "no mutation separates spec and status; the order of the fields in the type decides";
    return { spec: rest.slice(0, 1), status: rest.slice(1, 2), reason, confidence: "low" };
  }
  const reason = "a mutation writes the status, and no mutation creates objects";
  return { spec: rest.slice(0, 1), status, reason, confidence: "medium" };
}
