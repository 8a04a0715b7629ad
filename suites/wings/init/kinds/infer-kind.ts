import { getNamedType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import type { BodyPath, KindDialect, KindOperations, ObjectPaths } from "#targets/graphql";
import { positiveIntegers } from "#targets";
import type { KindSamples } from "#targets";
import { withOnePlace } from "../operations/hidden-namespaces.ts";
import type { KindInference, KindOptions } from "./kind-inference.ts";
import { KindReader } from "./kind-reader.ts";
import { bodiesOf } from "./bodies.ts";
import type { Bodies } from "./bodies.ts";
import type { Anatomy } from "../operations/anatomy.ts";
import type { KindType } from "./kind-types.ts";
import { generationCandidates, uidCandidates } from "../schema/field-candidates.ts";
import { literalOf } from "./literals.ts";
import { withAlternatives } from "../schema/notebook.ts";
import { isIdentity } from "../operations/object-writes.ts";
import type { Notebook } from "../schema/notebook.ts";
import { pairFieldsOf } from "../schema/pair-types.ts";
import { withTextBodies } from "./text-bodies.ts";
import { hasUsualPlace } from "../operations/namespace-paths.ts";
import { withResourceNames } from "./resource-names.ts";
import { wordsFor } from "../schema/role-words.ts";
import { creationOnly, withConstants } from "./creation-constants.ts";
import type { SpecCall } from "./creation-constants.ts";
import { leavesOf } from "../schema/shapes.ts";
import { outputFields } from "../schema/root-fields.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

export function inferKind(inference: KindInference): KindDialect {
  const { kind, kindOptions, notes } = inference;
  const own = new KindReader(inference);
  const operations = own.operations();
  const bodies = bodiesOf(kind, own, own);
  const isCluster = !namesPlace(kind, operations);
  const literal = literalOf(inference, operations);
  const paths = pathsFor(kind, bodies, isCluster);
  noteKind(inference, bodies, isCluster);
  noteUid(inference, paths);
  noteGeneration(inference, paths);
  if (isNumberAt(kind, paths.name)) {
    notes.note(["kinds", kind.name, "numbers"], "medium", "names are integers");
  }
  const described: KindDialect = {
    name: kind.name,
    ...(literal === undefined ? {} : { literal }),
    scope: isCluster ? "cluster" : "namespaced",
    namespaces: isCluster ? [] : namespacesFor(kind, kindOptions.namespaces),
    ...fixturesFor(inference, operations),
    ...(isAlwaysTyped(inference) ||
    isReadByInterface(kind) ||
    inference.surface.furtherReads(kind).length > 0 ||
    isWatchedAmongOthers(inference)
      ? { type: kind.type.name }
      : {}),
    paths,
    ...numbersFor(kind),
    ...pairsFor(kind, paths),
    ...(bodies.conditions?.spelling === undefined
      ? {}
      : { conditions: bodies.conditions.spelling }),
    operations,
    samples: samplesFor(bodies, kindOptions, () =>
      notes.note(["kinds", kind.name, "samples"], "high", "given"),
    ),
  };
  const plain = withoutFixedParts(inference, described, own.specCalls);
  const whole = withTextBodies(plain, kind.type, kindOptions.samples ?? {});
  const named = withResourceNames(whole, inference);
  return withOnePlace(named, named.namespaces);
}

function withoutFixedParts(
  { kind, notes }: KindInference,
  described: KindDialect,
  calls: readonly SpecCall[],
): KindDialect {
  const members = specMembers(kind, described.paths.spec);
  const fixed = creationOnly(calls, members);
  if (fixed.length === 0) return described;
  for (const { id } of described.operations.create) {
    const at = ["kinds", kind.name, "operations", "create", id, "arguments"];
    notes.note(at, "medium", `only create mutations take ${fixed.join(", ")}`);
  }
  return withConstants(described, fixed, members);
}

function specMembers({ type }: KindType, spec: BodyPath | undefined): readonly string[] {
  if (spec === undefined) return [];
  if (typeof spec !== "string") return Object.keys(spec);
  const held = outputFields(type)[spec];
  return held === undefined ? [] : Object.keys(outputFields(getNamedType(held)));
}

/**
 * Whether a read takes the namespace. If objects are read by a server-assigned id, a create mutation may take it
 * instead.
 */
function namesPlace({ anatomy }: KindType, { read, create }: KindOperations): boolean {
  const telling = anatomy?.identity.id === undefined ? [read] : [read, create];
  return telling.some((all) => JSON.stringify(all.slice(0, 1)).includes('"$namespace"'));
}

function fixturesFor(
  { kind, kindOptions, notes }: KindInference,
  operations: KindOperations,
): Pick<KindDialect, "fixtures"> {
  const { hook } = kindOptions;
  if (operations.create.length > 0) return {};
  const at = ["kinds", kind.name, "fixtures"];
  if (hook === undefined) {
    notes.note(
      at,
      "low",
      "no mutation creates objects; pass --hook, or list existing objects under preloaded",
    );
    return {};
  }
  notes.note(at, "high", "given");
  return {
    fixtures: {
      create: hook,
      ...(operations.update.length === 0 ? { updateSpec: hook } : {}),
      ...(operations.delete.length === 0 ? { delete: hook } : {}),
    },
  };
}

/** Whether all operations return the type of the kind, so that the type can be checked. */
function isAlwaysTyped({ kind, surface }: KindInference): boolean {
  const writes = surface.mutationsOf(kind.name);
  const watches = surface.watches.filter((one) => one.isGeneric || one.kind === kind.name);
  return (
    surface.generic.length === 0 &&
    writes.every(({ result, isTyped }) => result === null || isTyped) &&
    watches.every(({ isTyped }) => isTyped)
  );
}

/**
 * Whether the kind is read through a field with an interface type. Such a field needs a selection on the kind's type,
 * so the dialect must specify that type.
 */
function isReadByInterface({ reads, lists }: KindType): boolean {
  return [...reads, ...lists.map(({ field }) => field)].some(
    ({ isOfInterface }) => isOfInterface === true,
  );
}

/** Whether events about the kind may contain objects of other types. Only the type distinguishes them. */
function isWatchedAmongOthers({ kind, surface }: KindInference): boolean {
  return surface.watches.some((watch) => watch.kind === kind.name && watch.isAmongOthers === true);
}

function samplesFor(bodies: Bodies, { samples }: KindOptions, given: () => void): KindSamples {
  if (samples === undefined) return bodies.samples;
  given();
  // Generated invalid statuses are kept only with generated statuses.
  const own = samples.statuses === undefined ? {} : { invalidStatuses: [] };
  return { ...bodies.samples, ...own, ...samples };
}

function pairsFor({ type }: KindType, paths: ObjectPaths): Pick<KindDialect, "pairs"> {
  const pairs = (["labels", "annotations"] as const).flatMap((part) => {
    const steps = paths[part]?.split(".") ?? [];
    const held = steps.reduce<GraphQLOutputType | undefined>(
      (inner, step) => inner && outputFields(getNamedType(inner))[step],
      type,
    );
    const fields = held === undefined ? undefined : pairFieldsOf(held);
    return fields === undefined ? [] : [[part, fields] as const];
  });
  return pairs.length === 0 ? {} : { pairs: Object.fromEntries(pairs) };
}

function pathsFor({ paths }: KindType, { spec, status }: Bodies, isCluster: boolean): ObjectPaths {
  const { namespace, ...rest } = paths;
  return {
    uid: paths.name,
    ...rest,
    ...(isCluster || namespace === undefined ? {} : { namespace }),
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

function noteKind(
  { kind, kindOptions, notes }: KindInference,
  bodies: Bodies,
  isCluster: boolean,
): void {
  const at = ["kinds", kind.name];
  const isWhole = bodies.spec !== undefined && bodies.status !== undefined;
  const parts = isWhole ? "a name, a version, a spec and a status" : "a name and a version";
  notes.note(at, "medium", `its objects have ${parts}`);
  notePaths(kind, bodies, notes);
  if (!isCluster) notePlace(kind, notes);
  if (!isCluster && kindOptions.namespaces === usualNames) {
    notes.note([...at, "namespaces"], "low", "the schema does not list them; pass --namespace");
  }
  for (const body of ["spec", "status"] as const) {
    const found = bodies[body];
    if (found === undefined || typeof found === "string") continue;
    const isNested = Object.values(found).some((path) => path.includes("."));
    const where = isNested ? "mapped one by one" : "on the same level as the name";
    notes.note([...at, "paths", body], "medium", `its fields are ${where}`);
  }
  if (bodies.isComplete)
    notes.note([...at, "samples"], "medium", "generated from the types of the fields");
  else {
    notes.note(
      [...at, "samples"],
      "low",
      "placeholders, because the schema does not describe them; pass --samples",
    );
  }
}

function noteUid({ kind, notes }: KindInference, paths: ObjectPaths): void {
  const path = ["kinds", kind.name, "paths", "uid"];
  const isNamed = kind.paths.uid !== undefined;
  const isWorded = isNamed && wordsFor("uid", kind.paths.uid?.split(".").at(-1) ?? "");
  if (isWorded) return;
  const alternatives = uidCandidates(kind.type, paths).filter((one) => one !== kind.paths.uid);
  if (isNamed && alternatives.length === 0) return;
  const reason = isNamed
    ? worded.reason
    : "no field distinguishes a recreated object; the name is used instead";
  notes.add({
    path,
    confidence: isNamed ? "medium" : "low",
    reason: withAlternatives(reason, alternatives),
    alternatives,
  });
}

/** If several fields may be the generation, notes all of them. A probe selects one. */
function noteGeneration({ kind, notes }: KindInference, paths: ObjectPaths): void {
  const alternatives = generationCandidates(kind.type, paths);
  if (paths.generation !== undefined || alternatives.length === 0) return;
  const reason = withAlternatives("no field was recognized", alternatives);
  const path = ["kinds", kind.name, "paths", "generation"];
  notes.add({ path, confidence: "low", reason, alternatives });
}

/** Notes the object paths that were derived from types, until a probe confirms them. */
function notePaths(
  { name, paths, anatomy, reads }: KindType,
  bodies: Bodies,
  notes: Notebook,
): void {
  const at = ["kinds", name, "paths"];
  const note = (part: string, { confidence, reason, alternatives }: NoteBasis): void =>
    notes.add({
      path: [...at, part],
      confidence,
      reason: withAlternatives(reason, alternatives),
      alternatives,
    });
  const version = anatomy?.version ?? worded;
  const named = anatomy === undefined ? worded : { ...worded, reason: namedBy(reads, anatomy) };
  note("name", named);
  note("resourceVersion", version);
  for (const part of ["uid", "generation", "labels", "creationTimestamp"] as const) {
    if (paths[part] !== undefined) note(part, worded);
  }
  const sides = anatomy === undefined ? worded : { ...anatomy.sides, alternatives: [] };
  for (const side of ["spec", "status"] as const) if (bodies[side] !== undefined) note(side, sides);
}

function namedBy(reads: KindType["reads"], { reader, identity }: Anatomy): string {
  const isRead = reads.some((read) =>
    reader.partsOf(read).some((part) => isIdentity(part, identity.name)),
  );
  return isRead ? "reads take the name" : "only create mutations take the name";
}

type NoteBasis = Pick<Anatomy["version"], "alternatives" | "confidence" | "reason">;

const worded: NoteBasis = {
  confidence: "medium",
  reason: "inferred from its name and its type",
  alternatives: [],
};

function notePlace({ name, paths }: KindType, notes: Notebook): void {
  const place = paths.namespace;
  if (place === undefined || hasUsualPlace(paths)) return;
  const reason = `objects have ${place}, and every read takes it in addition to the name`;
  notes.note(["kinds", name, "paths", "namespace"], "medium", reason);
}

/**
 * Returns the given namespaces. If none are given and namespaces are the numbers of owners, returns the first number.
 */
function namespacesFor(kind: KindType, given: readonly string[]): readonly string[] {
  return isNumberAt(kind, kind.paths.namespace) && given === usualNames ? ["1"] : given;
}

function numbersFor(kind: KindType): Pick<KindDialect, "numbers"> {
  return isNumberAt(kind, kind.paths.name) ? { numbers: positiveIntegers } : {};
}

function isNumberAt({ type }: KindType, at: string | undefined): boolean {
  const leaf = leavesOf(type).find(({ path }) => path === at);
  return leaf !== undefined && getNamedType(leaf.type).name === "Int";
}
