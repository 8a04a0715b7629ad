import type { GraphQLSchema } from "graphql";
import type { Feature, Verb } from "#contract";
import { hookVia, wordedParts } from "../../port/target.ts";
import { conditionsPathOf } from "../../port/conditions-place.ts";
import type { StatusPlaces } from "../../port/status-places.ts";
import type { Excuses, KindDescription } from "../../port/target.ts";
import { hasPlaceholder } from "../schema/argument-tree.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import { observedPlaceOf } from "../dialect/observed-place.ts";
import { conditionsPlaceOf } from "../dialect/spell-conditions.ts";
import { isCounted, withCounter } from "../dialect/counter.ts";
import { allFeatures, findsByUid, selectors } from "../dialect/described-features.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { hookedVerbs } from "../dialect/fixture-hooks.ts";
import { foreignPlacesOf } from "../requests/foreign-places.ts";
import { excusesOf, statusExcusesOf } from "./kind-excuses.ts";
import { lacksOf } from "./kind-lacks.ts";
import { namespacedOperationsOf } from "./namespaced-operations.ts";
import { partialListsOf } from "./partial-lists.ts";
import { completeSamples } from "./complete-samples.ts";
import { contrastingSamples } from "./contrasting-samples.ts";
import { shapesOf, statusShapeOf } from "./kind-shapes.ts";
import { filledSamples } from "./filled-samples.ts";
import { nonNullFields, nonNullLeaves } from "./non-null-fields.ts";
import type { ListOperation, Operation, StatusOperation } from "../dialect/dialect-operations.ts";
import { isJsonObject } from "#contract";
import { isRequiredArgument } from "graphql";
import { fieldOf } from "../requests/prepared-dialect.ts";
import { carriedBy } from "./carried-fields.ts";
import { defaultOf } from "../schema/input-shape.ts";

export interface KindSurroundings {
  readonly schema: GraphQLSchema;
  readonly isRuntime: boolean;
}

export function describeKind(
  dialect: Dialect,
  kind: KindDialect,
  { schema, isRuntime }: KindSurroundings,
): KindDescription {
  const { name, scope, namespaces, operations, statusDefault } = kind;
  const shapes = shapesOf(schema, dialect, kind);
  const complete = withCounter(completeSamples(kind.samples, shapes));
  const samples = { ...complete, ...contrastingSamples(complete, shapes.spec) };
  const lacks = [...lacksOf(kind, dialect), ...watchFeatures(kind)];
  const hooked = hookedVerbs(kind.fixtures ?? {});
  const preloaded = kind.fixtures?.preloaded ?? [];
  const excuses = { ...excusesOf(schema, kind), ...addressExcuses(schema, dialect, kind) };
  const statusExcuses = statusExcusesOf(kind);
  const places = placesOf(kind);
  const partialLists = partialListsOf(schema, kind);
  return {
    name,
    scope,
    namespaces,
    ...places,
    operations: operationIds(kind, hooked),
    ...statusMutations(schema, kind),
    samples,
    ...(isCounted(samples) ? {} : { isUncounted: true as const }),
    isRuntime,
    ...(statusDefault === undefined ? {} : { statusDefault }),
    ...statusLack(kind),
    ...withDelivery(dialect, kind),
    ...(lacks.length === 0 ? {} : { lacks }),
    ...stepsAndParts(operations),
    ...writeTraits(operations),
    ...(Object.keys(excuses).length === 0 ? {} : { excuses }),
    ...(Object.keys(statusExcuses).length === 0 ? {} : { statusExcuses }),
    ...(takesAnnotations(kind, hooked) ? {} : { isWithoutAnnotations: true }),
    ...uidTraits(kind, hooked),
    ...addressesOf(schema, kind),
    ...(preloaded.length === 0 ? {} : { preloaded }),
    ...(Object.keys(partialLists).length === 0 ? {} : { partialLists }),
    shapes,
    ...filledSamples({ ...places, samples, shapes }),
    foreignPlaces: foreignPlacesOf(schema, kind).map(({ described }) => described),
  };
}

function operationIds(
  kind: KindDialect,
  hooked: ReturnType<typeof hookedVerbs>,
): KindDescription["operations"] {
  const { operations } = kind;
  const hook = (verb: Verb): readonly string[] => (hooked.includes(verb) ? [hookVia] : []);
  return {
    create: [...hook("create"), ...ids(operations.create)],
    read: ids(operations.read),
    list: ids(operations.list),
    update: [...hook("update"), ...ids(operations.update)],
    updateStatus: ids(operations.updateStatus),
    patchStatus: ids(operations.patchStatus),
    delete: [...hook("delete"), ...ids(operations.delete)],
    watch: isBorrowed(kind) ? [] : ids(operations.watch),
  };
}

function statusLack({
  withoutStatus,
  operations: { updateStatus },
}: KindDialect): Pick<KindDescription, "withoutStatus"> {
  return withoutStatus === undefined || updateStatus.length > 0 ? {} : { withoutStatus };
}

/** By default, a live query may combine several changes in one result. */
function withDelivery(
  { semantics: { delivery } }: Dialect,
  { operations, semantics }: KindDialect,
): Pick<KindDescription, "semantics"> {
  const isLive = operations.watch.some(({ shape }) => shape === "collection");
  if (isLive && delivery === undefined) return { semantics: { delivery: "states", ...semantics } };
  return semantics === undefined ? {} : { semantics };
}

function stepsAndParts({
  delete: removals,
  watch,
}: KindDialect["operations"]): Pick<KindDescription, "isDeletedInSteps" | "isWatchedInParts"> {
  return {
    ...(removals.some(({ finish }) => finish !== undefined) ? { isDeletedInSteps: true } : {}),
    ...(watch.some(({ streams = [] }) => streams.length > 1) ? { isWatchedInParts: true } : {}),
  };
}

function placesOf(
  kind: KindDialect,
): Pick<KindDescription, keyof StatusPlaces | "conditionWords" | "nameForm" | "words"> {
  return {
    ...wordsOf(kind),
    ...conditionWordsOf(kind),
    ...(kind.numbers === undefined ? {} : { nameForm: kind.numbers }),
    ...conditionsPlaceOf(kind.conditions),
    ...observedPlaceOf(kind),
  };
}

/** Omits a path that ends with the contract's name. */
function wordsOf({ paths }: KindDialect): Pick<KindDescription, "words"> {
  const words = wordedParts.flatMap((part) => {
    const path = paths[part];
    const places = typeof path === "string" ? [path] : Object.values(path ?? {});
    const isUsual = places.length === 1 && places[0]?.split(".").at(-1) === part;
    return places.length === 0 || isUsual ? [] : [[part, places] as const];
  });
  return words.length === 0 ? {} : { words: Object.fromEntries(words) };
}

/** Omits the path if it is the contract's. */
function conditionWordsOf({
  paths,
  conditions,
}: KindDialect): Pick<KindDescription, "conditionWords"> {
  const [member = "", ...inner] = conditionsPathOf(conditionsPlaceOf(conditions)).path;
  const status = typeof paths.status === "string" ? [paths.status, member] : paths.status?.[member];
  const path = status === undefined ? undefined : [status, inner].flat(2).filter(Boolean).join(".");
  const isUsual = path === undefined || path === ["status", member, ...inner].join(".");
  const { members } = conditions ?? {};
  const words = { ...(isUsual ? {} : { path }), ...(members === undefined ? {} : { members }) };
  return Object.keys(words).length === 0 ? {} : { conditionWords: words };
}

function statusMutations(
  schema: GraphQLSchema,
  kind: KindDialect,
): Pick<
  KindDescription,
  | "demandedMembers"
  | "guessedModes"
  | "nonNullFields"
  | "requiredFirst"
  | "statusAfter"
  | "statusMembers"
  | "statusModes"
  | "statusSemantics"
  | "statusSets"
> {
  const { updateStatus } = kind.operations;
  const own = updateStatus.flatMap(({ id, semantics }) =>
    semantics === undefined ? [] : [[id, semantics] as const],
  );
  const sets = updateStatus.flatMap(({ id, sets: values }) =>
    values === undefined ? [] : [[id, values] as const],
  );
  const first = updateStatus.flatMap(({ id, requiredFirst }) =>
    requiredFirst === undefined ? [] : [[id, requiredFirst] as const],
  );
  const order = updateStatus.flatMap(({ id, after }) =>
    after === undefined ? [] : [[id, after] as const],
  );
  const guessed = updateStatus.flatMap(({ id, modeIsGuessed }) =>
    modeIsGuessed === true ? [id] : [],
  );
  const statusMembers = carriedMembers(schema, kind);
  const demanded = demandedMembers(schema, kind);
  const nonNull = nonNullFields(schema, kind);
  return {
    statusModes: Object.fromEntries(updateStatus.map(({ id, statusMode }) => [id, statusMode])),
    ...(guessed.length === 0 ? {} : { guessedModes: guessed }),
    ...(own.length === 0 ? {} : { statusSemantics: Object.fromEntries(own) }),
    ...(sets.length === 0 ? {} : { statusSets: Object.fromEntries(sets) }),
    ...(statusMembers === undefined ? {} : { statusMembers }),
    ...(demanded === undefined ? {} : { demandedMembers: demanded }),
    ...(first.length === 0 ? {} : { requiredFirst: Object.fromEntries(first) }),
    ...(order.length === 0 ? {} : { statusAfter: Object.fromEntries(order) }),
    ...(nonNull.length === 0 ? {} : { nonNullFields: nonNull }),
  };
}

function writeTraits({
  update,
  updateStatus,
  delete: remove,
}: KindDialect["operations"]): Pick<KindDescription, "unconditional" | "upserts"> {
  const writes: readonly Operation[] = [...update, ...updateStatus, ...remove];
  const unconditional = ids(writes.filter((write) => !carries(write, "$resourceVersion")));
  const upserts = ids(update.filter((write) => isUpsert(write.arguments)));
  return {
    ...(unconditional.length === 0 ? {} : { unconditional }),
    ...(upserts.length === 0 ? {} : { upserts }),
  };
}

/** Whether one part of a request contains a name and a spec, and another part contains the spec again. */
function isUpsert(tree: ArgumentTree): boolean {
  if (!isJsonObject(tree)) return false;
  const parts = Object.values(tree);
  const [first, ...others] = parts.filter((part) => specPlaceholder.test(JSON.stringify(part)));
  const all = first === undefined ? [] : [first, ...others];
  const isRepeated = others.length > 0 && all.some((part) => hasPlaceholder(part, "$name"));
  return isRepeated || parts.some(isUpsert);
}

const specPlaceholder = /"\$spec[".]/u;

function uidTraits(
  kind: KindDialect,
  hooked: readonly Verb[],
): Pick<KindDescription, "foundByUid" | "isFoundByUid" | "isWithoutUid" | "withoutUid"> {
  const { read, update, updateStatus, delete: remove } = kind.operations;
  const all: readonly Operation[] = [...read, ...update, ...updateStatus, ...remove];
  // A hook reads the uid and then writes by name, so another client may replace the object in between.
  const withoutUid = [
    ...ids(all.filter((one) => !carries(one, "$uid"))),
    ...(hooked.includes("delete") ? [hookVia] : []),
  ];
  const sent = withoutUid.length === 0 ? {} : { withoutUid };
  if (kind.paths.uid === kind.paths.name) return { isWithoutUid: true, ...sent };
  const foundByUid = ids(all.filter((one) => findsByUid(kind, one)));
  return {
    ...sent,
    ...(foundByUid.length === 0 ? {} : { foundByUid }),
    ...(isFoundByUid(kind, hooked) ? { isFoundByUid: true } : {}),
  };
}

function addressesOf(
  schema: GraphQLSchema,
  kind: KindDialect,
): Pick<
  KindDescription,
  | "guardedDeletions"
  | "namespacedLists"
  | "namespacedOperations"
  | "pagedLists"
  | "pageSize"
  | "selectedLists"
> {
  const { list, delete: remove } = kind.operations;
  const namespacedOperations = namespacedOperationsOf(schema, kind);
  const pagedLists = ids(list.filter(({ pages }) => pages !== undefined));
  const namespacedLists = ids(list.filter((one) => carries(one, "$namespace")));
  const selectedLists = ids(list.filter((one) => selectors.some((text) => carries(one, text))));
  const version = ids(remove.filter((one) => carries(one, "$resourceVersion")));
  const uid = ids(remove.filter((one) => carries(one, "$uid") && !findsByUid(kind, one)));
  return {
    ...pageSizeOf(list),
    ...(pagedLists.length === 0 ? {} : { pagedLists }),
    ...(namespacedLists.length === 0 ? {} : { namespacedLists }),
    ...(namespacedOperations.length === 0 ? {} : { namespacedOperations }),
    ...(selectedLists.length === 0 ? {} : { selectedLists }),
    ...(version.length + uid.length === 0 ? {} : { guardedDeletions: { version, uid } }),
  };
}

/** The largest page that a list requests: the only number among its arguments. */
function pageSizeOf(lists: readonly ListOperation[]): Pick<KindDescription, "pageSize"> {
  const sizes = lists.flatMap(({ pages, arguments: given }) => {
    const [size, ...others] = pages === undefined ? [] : numbersIn(given);
    return size === undefined || others.length > 0 ? [] : [size];
  });
  return sizes.length === 0 ? {} : { pageSize: Math.max(...sizes) };
}

function numbersIn(tree: ArgumentTree): readonly number[] {
  if (typeof tree === "number") return Number.isSafeInteger(tree) && tree > 0 ? [tree] : [];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(numbersIn) : [];
}

/**
 * Exempts a kind from requirements whose requests no operation can express. Also exempts it from requirements that need
 * several namespaces or kinds if the dialect declares only one.
 */
function addressExcuses(
  schema: GraphQLSchema,
  { features, kinds }: Dialect,
  kind: KindDialect,
): Excuses {
  const addresses = addressesOf(schema, kind);
  const { guardedDeletions, namespacedLists, selectedLists } = addresses;
  const { version = [], uid = [] } = guardedDeletions ?? {};
  const isGuarded = version.length > 0 || (uid.length > 0 && features.includes("precondition.uid"));
  const isNarrowed = namespacedLists !== undefined && kind.namespaces.length > 1;
  return {
    ...(isGuarded
      ? {}
      : {
          "concurrency.stale-deletion-conflicts":
            uid.length > 0
              ? "no delete operation accepts a version, and precondition.uid is not declared"
              : "no delete operation accepts a version, or accepts both a name and a uid",
        }),
    ...versionExcuses(kind),
    ...(selectedLists === undefined
      ? { "write.list-selector-filter": "no list operation accepts a label selector" }
      : {}),
    ...(isNarrowed
      ? {}
      : {
          "write.list-namespace-filter":
            "no list operation accepts a namespace, or the dialect declares only one namespace",
        }),
    ...namespaceExcuses(kind, addresses.namespacedOperations),
    ...(kinds.length > 1
      ? {}
      : { "allocation.binding-leaves-holder-alone": "the dialect declares only one kind" }),
    ...(kinds.some(isAddressedByKind)
      ? {}
      : {
          "kinds.missing-status-is-told-apart":
            "no status mutation has an argument for the kind, so no mutation can address a kind " +
            "without a status",
        }),
    ...(kind.namespaces.length > 1 || kind.scope === "cluster"
      ? {}
      : { "watch.namespace-filter": "the dialect declares only one namespace" }),
  };
}

/** Exempts a kind from a requirement on versions in spec writes, if no update can contain one. */
function versionExcuses({ operations: { update } }: KindDialect): Excuses {
  if (update.length === 0 || update.some((one) => carries(one, "$resourceVersion"))) return {};
  return { "concurrency.stale-spec-write-conflicts": "no update operation accepts a version" };
}

/** Exempts a kind from requirements on requests that name the object of one namespace in another namespace. */
function namespaceExcuses(
  { namespaces, operations }: KindDialect,
  namespacedOperations: readonly string[] = [],
): Excuses {
  const reads = ids(operations.read);
  const reason =
    namespaces.length < 2
      ? "the dialect declares only one namespace"
      : "no read operation finds an object by its namespace and its name";
  const isExempt = namespaces.length < 2 || namespacedOperations.length === 0;
  const hasNoWrite = namespacedOperations.every((id) => reads.includes(id));
  return {
    ...(isExempt ? { "write.read-stays-in-namespace": reason } : {}),
    ...(isExempt || hasNoWrite
      ? {
          "write.stays-in-namespace": isExempt
            ? reason
            : "no write operation finds an object by its namespace and its name",
        }
      : {}),
  };
}

/** Whether a status mutation takes the name of the kind as an argument, so that it can be sent for another kind. */
function isAddressedByKind({ operations }: KindDialect): boolean {
  return operations.updateStatus.some((operation) => carries(operation, "$kind"));
}

function isFoundByUid(kind: KindDialect, hooked: readonly Verb[]): boolean {
  const { update, updateStatus, delete: remove } = kind.operations;
  const writes: readonly Operation[] = [...update, ...updateStatus, ...remove];
  const isByHook = hooked.includes("update") || hooked.includes("delete");
  return writes.length > 0 && !isByHook && writes.every((one) => findsByUid(kind, one));
}

/** Whether every write by an author accepts annotations, and objects return them. */
function takesAnnotations(
  { paths, operations, fixtures }: KindDialect,
  hooked: readonly Verb[],
): boolean {
  const writes = [...operations.create, ...operations.update];
  const isByHook = hooked.includes("create") || hooked.includes("update");
  const isStored = !isByHook || fixtures?.carries?.includes("annotations") === true;
  const areCarried = writes.every((write) => carries(write, "$annotations"));
  return paths.annotations !== undefined && isStored && areCarried;
}

function carries(
  { arguments: sent }: Operation,
  placeholder: Parameters<typeof hasPlaceholder>[1],
): boolean {
  return Object.values(sent).some((tree) => hasPlaceholder(tree, placeholder));
}

function ids(operations: readonly Operation[]): readonly string[] {
  return operations.map(({ id }) => id);
}

/**
 * Whether all objects are preexisting. No event reports that a preexisting object is now in use, so checks of watches
 * cannot run.
 */
function isBorrowed({ fixtures = {}, operations }: KindDialect): boolean {
  const isCreated = operations.create.length > 0 || fixtures.create !== undefined;
  return !isCreated && fixtures.preloaded !== undefined;
}

function watchFeatures(kind: KindDialect): readonly Feature[] {
  if (!isBorrowed(kind)) return [];
  return allFeatures.filter((feature) => feature === "watch" || feature.startsWith("watch."));
}

/**
 * Returns the status fields of each mutation that writes only part of the status, such as `setPhase`, or sets fields
 * without arguments. Undefined if there is no such mutation.
 */
function carriedMembers(
  schema: GraphQLSchema,
  kind: KindDialect,
): Readonly<Record<string, readonly string[]>> | undefined {
  const sampled = new Set(kind.samples.statuses.flatMap((status) => Object.keys(status)));
  const carried = kind.operations.updateStatus.flatMap((operation) => {
    const { id, sets = {} } = operation;
    const sent = (carriedBy(schema, kind, operation) ?? []).map(({ name }) => name);
    const names = [...new Set([...sent, ...Object.keys(sets)])];
    return sent.length === 0 ? [] : [{ id, names, isSetting: operation.sets !== undefined }];
  });
  const partial = carried.filter(
    ({ names, isSetting }) => isSetting || [...sampled].some((one) => !names.includes(one)),
  );
  if (partial.length === 0) return undefined;
  return Object.fromEntries(partial.map(({ id, names }) => [id, names]));
}

/**
 * Returns the status fields that every write with a mutation must contain: those that the schema requires, those that a
 * replacement would otherwise set to a default, and those that the mutation sets. Undefined if there are none.
 */
function demandedMembers(
  schema: GraphQLSchema,
  kind: KindDialect,
): Readonly<Record<string, readonly string[]>> | undefined {
  const demanded = kind.operations.updateStatus.flatMap((operation) => {
    const set = Object.keys(operation.sets ?? {});
    const names = [...new Set([...demandedBy(schema, kind, operation), ...set])];
    return names.length === 0 ? [] : [[operation.id, names] as const];
  });
  return demanded.length === 0 ? undefined : Object.fromEntries(demanded);
}

function demandedBy(
  schema: GraphQLSchema,
  kind: KindDialect,
  operation: StatusOperation,
): readonly string[] {
  if (operation.document !== undefined || (operation.encoding ?? "plain") !== "plain") return [];
  const shape = statusShapeOf(schema, kind, operation);
  const inside = shape?.kind === "object" ? shape.members : [];
  const isReplaced = operation.statusMode === "replace";
  const kept = new Set(isReplaced ? nonNullLeaves(schema, kind) : []);
  const beside = (fieldOf(schema, "updateStatus", operation)?.args ?? []).flatMap((argument) => {
    const text = operation.arguments[argument.name];
    const name = typeof text === "string" ? /^\$status\.([^.]+)$/u.exec(text)?.[1] : undefined;
    const isDefault = isReplaced && defaultOf(argument) !== undefined;
    const isNeeded = isRequiredArgument(argument) || isDefault || kept.has(name ?? "");
    return name !== undefined && isNeeded ? [name] : [];
  });
  const needed = inside.filter(
    (member) =>
      kept.has(member.name) || (member.isRequired && (isReplaced || member.default === undefined)),
  );
  return [...needed.map(({ name }) => name), ...beside];
}
