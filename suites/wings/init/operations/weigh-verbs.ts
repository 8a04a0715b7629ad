import type { GraphQLObjectType } from "graphql";
import { isApplied, mutationVerb } from "./mutations.ts";
import type { Confidence } from "../schema/notebook.ts";
import type { Finding, Write, WriteVerb } from "./object-writes.ts";
import { isStatusWord } from "../schema/role-words.ts";

interface Judged {
  readonly type: GraphQLObjectType;
  readonly takesVersion: (write: Write) => boolean;
}

/** Finds the create mutation, preferably among the mutations that write fields and take no version. */
export function creatorAmong(
  bodied: readonly Write[],
  { type, takesVersion }: Judged,
): Write | undefined {
  const versionless = bodied.filter((write) => !takesVersion(write));
  const worded = versionless.find(({ field }) => mutationVerb(field, type.name)?.verb === "create");
  if (worded !== undefined) return worded;
  const others = versionless.filter(({ field }) => {
    const verb = mutationVerb(field, type.name)?.verb;
    return verb !== "update" && verb !== "updateStatus" && verb !== "patchStatus";
  });
  if (others.length > 0)
    return others.toSorted((left, right) => right.required.size - left.required.size)[0];
  const byName = bodied.find(({ field }) => mutationVerb(field, type.name)?.verb === "create");
  if (byName !== undefined) return byName;
  const [only, ...more] = versionless;
  // A write without a version is a create mutation, regardless of its name, if another mutation writes the same fields
  // at a version.
  const isRepeated = bodied.some(
    (write) =>
      takesVersion(write) && [...(only?.targets ?? [])].some((one) => write.targets.has(one)),
  );
  if (only !== undefined && more.length === 0 && isRepeated) return only;
  // If all mutations have the same inputs, the first one in the schema counts as the create mutation.
  return versionless.length === 0 && bodied.length > 2 && bodied.every(isOptionalVersion)
    ? bodied[0]
    : undefined;
}

/**
 * Finds the only mutation that applies objects: it updates an object at a version, and creates one without a version.
 * Its name denotes such a write, or no other one if it requires fields of the object.
 */
export function appliedAmong(
  bodied: readonly Write[],
  {
    type,
    takesOptionalVersion,
  }: Pick<Judged, "type"> & { readonly takesOptionalVersion: (write: Write) => boolean },
): Write | undefined {
  const mayApply = ({ field, required }: Write): boolean =>
    isApplied(field, type.name) ||
    (required.size > 0 && mutationVerb(field, type.name) === undefined);
  const [only, ...more] = bodied.filter(
    (write) =>
      takesOptionalVersion(write) && mayApply(write) && ![...write.targets].some(isStatusWord),
  );
  return more.length === 0 ? only : undefined;
}

function isOptionalVersion({ values }: Write): boolean {
  return values.every(({ isRequired }) => !isRequired);
}

/**
 * Drops the optional fields that all writes take, such as `type` in JSON:API, if the writes otherwise take different
 * fields. They are part of neither the spec nor the status.
 */
export function withoutMarkers(bodied: readonly Write[]): readonly Write[] {
  const markers = [...(bodied[0]?.targets ?? [])].filter((target) =>
    bodied.every(({ targets, required }) => targets.has(target) && !required.has(target)),
  );
  const rest = bodied.map((write) => ({
    ...write,
    targets: new Set([...write.targets].filter((target) => !markers.includes(target))),
  }));
  const isDivided = rest.some((one) =>
    rest.some(({ targets }) => [...one.targets].every((target) => !targets.has(target))),
  );
  return markers.length > 0 && isDivided && rest.every(({ targets }) => targets.size > 0)
    ? rest
    : bodied;
}

interface Weighing {
  readonly creating: Write | undefined;
  readonly applied: Write | undefined;
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly takesVersion: (write: Write) => boolean;
  readonly word: (write: Write) => string | undefined;
  /** Whether another update takes exactly the same fields, such as the whole object. */
  readonly hasTwin: (write: Write) => boolean;
}

/**
 * Infers the verb of a mutation from the fields that it writes and from its name. Undefined if neither indicates one.
 */
export function verbOf(write: Write, weighing: Weighing): Finding<WriteVerb> | undefined {
  const { creating, applied, spec, status, takesVersion, word } = weighing;
  if (write === applied) {
    const reason = "its version is optional, and no other mutation creates objects";
    return finding("create", "medium", reason);
  }
  if (write === creating) return finding("create", "medium", "it takes a spec and no version");
  const touchesSpec = spec.some((one) => write.targets.has(one));
  const touchesStatus = status.some((one) => write.targets.has(one));
  if (touchesSpec && touchesStatus) return verbOfWhole(write, weighing);
  if (touchesStatus)
    return finding("updateStatus", "medium", "it takes fields that no create mutation takes");
  if (!touchesSpec) return undefined;
  if (!takesVersion(write) && word(write) === "create")
    return finding("create", "medium", "inferred from its name, and it takes a spec");
  return finding(
    "update",
    "medium",
    "it takes the arguments of a create mutation, for an existing object",
  );
}

/** Infers the verb of a mutation that takes both spec and status. */
function verbOfWhole(
  write: Write,
  { spec, status, word, hasTwin }: Weighing,
): Finding<WriteVerb> | undefined {
  const needsStatus = status.some((one) => write.required.has(one));
  const needsSpec = spec.some((one) => write.required.has(one));
  const worded = word(write);
  const isNamed = worded === "updateStatus" && hasTwin(write);
  if (needsStatus !== needsSpec && !isNamed) {
    return finding(
      needsStatus ? "updateStatus" : "update",
      "medium",
      "inferred from its required arguments",
    );
  }
  if (worded === "updateStatus" || worded === "update" || worded === "create") {
    return finding(worded, "low", "inferred from its name; it takes spec and status");
  }
  return undefined;
}

/** Whether two mutations take the same fields and require the same ones, so that only their names differ. */
export function areTwins(one: Write, other: Write): boolean {
  return isSame(one.targets, other.targets) && isSame(one.required, other.required);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

function isOptional({ targets, required }: Write, side: readonly string[]): boolean {
  return side.some((one) => targets.has(one)) && !side.some((one) => required.has(one));
}

/**
 * Returns the mutations that can write both spec and status and require neither, such as a row update. Empty if a
 * mutation writes only the status. Permissions then decide which fields a caller may write.
 */
export function sharedAmong(
  bodied: readonly Write[],
  {
    creating,
    spec,
    status,
    verbs,
  }: Pick<Weighing, "creating" | "spec" | "status"> & {
    readonly verbs: ReadonlyMap<string, Finding<WriteVerb>>;
  },
): readonly (readonly [string, Finding<WriteVerb>])[] {
  if ([...verbs.values()].some(({ value }) => value === "updateStatus")) return [];
  const reason = "it takes spec and status, and no other mutation takes the status";
  return bodied
    .filter((write) => write !== creating && isOptional(write, spec) && isOptional(write, status))
    .map((write) => [write.field.path, finding("update", "medium", reason)]);
}

/**
 * Returns the mutations whose names denote a deletion, or else those whose names denote no verb: the first one, and the
 * others as spare ones. None of them writes a field.
 */
export function deletionsAmong(
  bare: readonly Write[],
  word: (write: Write) => string | undefined,
): readonly (readonly [string, Finding<WriteVerb>])[] {
  const worded = bare.filter((write) => word(write) === "delete");
  const unworded = bare.filter((write) => word(write) === undefined);
  const found = worded.length > 0 ? worded : unworded;
  const alternatives = unworded.map(({ field }) => field.path);
  return found.map((write, index) => {
    const isSpare = worded.length === 0 && index > 0;
    const reason =
      worded.length > 0
        ? "inferred from its name, and its arguments only identify the object"
        : "its arguments only identify the object";
    const others = alternatives.filter((path) => path !== write.field.path);
    const confidence = worded.length > 0 || others.length === 0 ? "medium" : "low";
    const deletion = { value: "delete", confidence, reason, alternatives: others } as const;
    return [write.field.path, isSpare ? { ...deletion, isSpare } : deletion];
  });
}

function finding(value: WriteVerb, confidence: Confidence, reason: string): Finding<WriteVerb> {
  return { value, confidence, reason, alternatives: [] };
}
