import { isJsonObject } from "#contract";
import type { Feature, JsonObject, JsonValue, RequirementId } from "#contract";
import type { NameForm } from "../../port/name-form.ts";
import { anyEntry } from "../../port/target.ts";
import type { KeyedList, KindSamples } from "../../port/target.ts";
import type { KindShapes } from "../../port/value-shape.ts";
import { isSameJson } from "../resources/counter-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import { admits } from "../values/admits.ts";
import { lackedByConditions } from "../values/condition-form.ts";
import { nodeOf, textsOf } from "../values/schema-node.ts";
import type { SchemaNode } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import { statusShape } from "../values/status-shape.ts";
import { contrastsTo } from "./contrast.ts";
import { excusesOf } from "./excuses.ts";
import type { Excuses } from "./excuses.ts";
import { fitCounter } from "./fit-counter.ts";
import type { CounterFitting } from "./fit-counter.ts";
import { fitInvalid } from "./fit-invalid.ts";
import { fitSpecs } from "./fit-specs.ts";
import { fitStatuses } from "./fit-statuses.ts";
import type { StatusesFitted } from "./fit-statuses.ts";
import { initialStatus } from "./status-members.ts";
import { nothingUnsupported } from "./find-unsupported.ts";
import type { Unsupported } from "./find-unsupported.ts";
import type { TrialServer } from "./trial-server.ts";

export interface KindFitting {
  readonly schema: ServedSchema;
  readonly hasStatus: boolean;
  /** Whether the schema is meant to validate statuses, and not only to describe them. False by default. */
  readonly isValidated?: boolean;
  readonly trialServer: TrialServer;
}

export type KindFitted =
  | {
      readonly isFitted: true;
      readonly samples: KindSamples;
      readonly body: "spec" | "root";
      readonly statusForm?: StatusForm;
      readonly shapes?: KindShapes;
      /** The schema's default for the whole status, in the form that checks use. None by default. */
      readonly statusDefault?: JsonObject;
      readonly keepsUnknown?: boolean;
      /** Status fields that preserve unknown fields. None by default. */
      readonly openMembers?: readonly string[];
      /** Paths of lists in the status that an apply replaces. */
      readonly wholeLists?: readonly string[];
      /** Paths of lists in the status that are sets. None by default. */
      readonly setLists?: readonly string[];
      /** Lists in the status whose items an apply merges by their keys. None by default. */
      readonly keyedLists?: readonly KeyedList[];
      /** Whether the status is atomic: it has a single owner, and an apply replaces it. */
      readonly hasAtomicStatus?: boolean;
      /** Requirements that do not apply, with reasons. None by default. */
      readonly excuses?: Excuses;
      readonly looseness?: string;
      /**
       * The reason why the kind's status cannot be tested. Absent if the status can be tested, or if the kind has no
       * status.
       */
      readonly withoutStatus?: string;
      readonly withoutCounter?: string;
      /** The reason why the kind's spec cannot be changed after creation. Absent if the spec is mutable. */
      readonly withoutUpdates?: string;
      readonly lacksGeneration?: boolean;
      /** The form of names that the server accepts. Any DNS label by default. */
      readonly nameForm?: NameForm;
      /** Whether versions are not numbers. */
      readonly hasOpaqueVersions?: boolean;
      /** Features that the server rejects or ignores. None by default. */
      readonly unsupported?: readonly Feature[];
      /** The ids of update operations that the server rejects. None by default. */
      readonly unsupportedUpdates?: readonly string[];
      /** Whether the server stores the writes of dry runs. */
      readonly storesDryRuns?: true;
    }
  | { readonly isFitted: false; readonly problem: string };

/**
 * Finds values that the server accepts. Generates them from the schema, tries them on the server, and adjusts them
 * according to its errors.
 */
export async function fitKind(fitting: KindFitting): Promise<KindFitted> {
  const fitted = await fittedBy(fitting);
  if (!fitted.isFitted) return fitted;
  const { hasStatus, trialServer } = fitting;
  const unsupported = hasStatus ? await trialServer.unsupported() : nothingUnsupported;
  return {
    ...fitted,
    samples: withContrasts(fitted, fitting),
    ...traitsOfObjects(trialServer),
    ...withoutUnsupported(unsupported, fitted.excuses),
  };
}

function withContrasts(
  { samples, body }: Pick<Extract<KindFitted, { isFitted: true }>, "body" | "samples">,
  { schema: served }: KindFitting,
): KindSamples {
  const root = nodeOf(served.root, served);
  const schema = body === "spec" ? root.properties["spec"] : authored(root);
  const contrasts = contrastsTo(samples.specs, { schema, side: body, served });
  return contrasts.length === 0 ? samples : { ...samples, contrasts };
}

/** Describes the metadata of the objects that a server returned. */
export function traitsOfObjects(
  trialServer: TrialServer,
): Pick<
  Extract<KindFitted, { isFitted: true }>,
  "hasOpaqueVersions" | "lacksGeneration" | "nameForm"
> {
  const nameForm = trialServer.nameForm();
  return {
    ...(nameForm === undefined ? {} : { nameForm }),
    ...(trialServer.lacksGeneration() ? { lacksGeneration: true } : {}),
    ...(trialServer.hasOpaqueVersions() ? { hasOpaqueVersions: true } : {}),
  };
}

/** Describes the features and operations that a server does not support. */
export function withoutUnsupported(
  { features, updates, lacksApply, storesDryRuns }: Unsupported,
  excuses: Excuses = {},
): Pick<
  Extract<KindFitted, { isFitted: true }>,
  "excuses" | "storesDryRuns" | "unsupported" | "unsupportedUpdates"
> {
  const reason = "the server does not support apply for any resource of this kind";
  return {
    ...(features.length === 0 ? {} : { unsupported: features }),
    ...(updates.length === 0 ? {} : { unsupportedUpdates: updates }),
    ...(storesDryRuns ? { storesDryRuns } : {}),
    ...(lacksApply ? { excuses: { ...excuses, "write.apply-works-for-every-kind": reason } } : {}),
  };
}

async function fittedBy(fitting: KindFitting): Promise<KindFitted> {
  const { schema, hasStatus, trialServer } = fitting;
  const root = nodeOf(schema.root, schema);
  const body = "spec" in root.properties ? "spec" : "root";
  const fitted = await fitSpecs({
    ...(body === "spec" ? { schema: root.properties["spec"] } : { schema: authored(root) }),
    side: body,
    served: schema,
    trialServer,
    specIn: (object) => specIn(object, body),
  });
  if (!fitted.isFitted) return fitted;
  const { specs, withoutUpdates, isConstant } = fitted;
  const ofSpec = {
    ...updateExcuses(withoutUpdates),
    ...constantSpecExcuses(isConstant),
    ...openSpecExcuses(root.properties["spec"], schema),
  };
  const shared = { body, ...(withoutUpdates === undefined ? {} : { withoutUpdates }) } as const;
  if (!hasStatus || !holdsStatus(root.properties["status"], schema)) {
    return { isFitted: true, ...shared, excuses: ofSpec, samples: { ...withoutStatus, specs } };
  }
  const status = await fitStatus(root.properties["status"], body, fitting);
  if (!status.isFitted) {
    if (status.isInvariable !== true) return status;
    const samples = { ...withoutStatus, specs };
    return { isFitted: true, ...shared, samples, withoutStatus: status.problem };
  }
  const excuses = { ...status.excuses, ...ofSpec };
  return { ...status, ...shared, excuses, samples: { ...status.samples, specs } };
}

const withoutStatus = { statuses: [], counter: "observedGeneration", invalidStatuses: [] } as const;

/** Whether the schema of a status has any property. Without properties, an API server drops the whole status. */
export function holdsStatus(status: JsonValue | undefined, served: ServedSchema): boolean {
  const { words, properties } = nodeOf(status, served);
  return (
    Object.keys(properties).length > 0 ||
    words["additionalProperties"] !== undefined ||
    words["x-kubernetes-preserve-unknown-fields"] === true
  );
}

const heads = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Returns the schema of the author's fields for a kind without a `spec`: everything except metadata and status. */
function authored({ words, properties, required }: ReturnType<typeof nodeOf>): JsonObject {
  const others = Object.entries(properties).filter(([name]) => !heads.has(name));
  return {
    ...words,
    type: "object",
    properties: Object.fromEntries(others),
    required: [...required].filter((name) => !heads.has(name)),
  };
}

function specIn(object: JsonObject, body: "spec" | "root"): JsonObject {
  if (body === "spec") return isJsonObject(object["spec"]) ? object["spec"] : {};
  return Object.fromEntries(Object.entries(object).filter(([name]) => !heads.has(name)));
}

async function fitStatus(
  status: JsonValue | undefined,
  body: "spec" | "root",
  { schema: served, isValidated = false, trialServer }: KindFitting,
): Promise<
  | Extract<StatusesFitted, { isFitted: false }>
  | Omit<Extract<KindFitted, { isFitted: true }>, "body">
> {
  const fitted = await fitStatuses({ schema: status, served, trialServer });
  if (!fitted.isFitted) return fitted;
  const { statuses, form } = fitted;
  const counted = await fitCounter({
    statuses,
    form,
    trialServer,
    ...schemaOfPaths(status, served),
    admits: (one) => trialServer.isReal || admits(status, one, served),
  });
  const [sample = {}] = statuses;
  const { counter, counterForm } = counted ?? { counter: steadiestIn(sample) };
  const statusForm = { ...form, ...(counterForm === undefined ? {} : { counter: counterForm }) };
  const trial = { schema: status, served, sample, isValidated, trialServer };
  const invalidStatuses = await fitInvalid({ ...trial, form: statusForm });
  const { words, properties } = nodeOf(status, served);
  const held = { sample, counter: counted?.counter, served };
  const looseness = loosenessOf(properties["conditions"], held);
  const hasConditions = "conditions" in sample && looseness === undefined;
  const isAllRequired = hasNothingOptional(form);
  const hasRequired = Object.keys(form.always).length > 0;
  const isCounted = counted !== undefined;
  const seen = { body, properties, words, served, sample, counter, isCounted, invalidStatuses };
  return {
    isFitted: true,
    excuses: excusesOf({ ...seen, statuses, hasConditions, hasRequired, isAllRequired }),
    samples: {
      specs: [],
      statuses,
      counter,
      invalidStatuses,
      ...mostConditionsOf(properties["conditions"], served),
    },
    ...formTraits(status, { served, sample, form: statusForm }),
    ...(isJsonObject(words["default"])
      ? { statusDefault: defaultOf(initialStatus({ schema: status, served }), form) }
      : {}),
    ...statusTraits(status, served),
    ...(looseness === undefined ? {} : { looseness }),
    ...(counted === undefined ? { withoutCounter } : {}),
  };
}

/** Fields that the form of the status hides, adds or converts have no shape. */
function formTraits(
  schema: JsonValue | undefined,
  of: { readonly served: ServedSchema; readonly sample: JsonObject; readonly form: StatusForm },
): Pick<Extract<KindFitted, { isFitted: true }>, "shapes" | "statusForm"> {
  const { served, sample, form } = of;
  const { always, standIn, defaults, counter } = form;
  const named = [always, standIn, defaults].flatMap((part) => Object.keys(part));
  const fixed = new Set([...named, ...(counter === undefined ? [] : [counter.member])]);
  const status = statusShape(schema, { served, sample, fixed });
  return {
    ...(isPlain(form) ? {} : { statusForm: form }),
    ...(status === undefined ? {} : { shapes: { status, areRestricted: true } }),
  };
}

/** Finds out how the server merges a status, and which of its fields preserve unknown fields. */
export function statusTraits(
  status: JsonValue | undefined,
  served: ServedSchema,
): Pick<
  Extract<KindFitted, { isFitted: true }>,
  "hasAtomicStatus" | "keepsUnknown" | "keyedLists" | "openMembers" | "setLists" | "wholeLists"
> {
  const isAtomic = nodeOf(status, served).words["x-kubernetes-map-type"] === "atomic";
  return {
    ...(isAtomic ? { hasAtomicStatus: true } : {}),
    ...openMembersIn(status, served),
    ...listsByMerge(status, served),
    ...(keepsUnknownFields(status, served) ? { keepsUnknown: true } : {}),
  };
}

const withoutCounter =
  "its status cannot store a count: no number, string, timestamp or list item accepts a count";

/**
 * Chooses the property that checks change if no property can store a count. Prefers scalars, because several writers
 * may own parts of a list or an object.
 */
function steadiestIn(sample: JsonObject): string {
  const rankOf = (name: string): number =>
    (typeof sample[name] === "object" ? 1 : 0) + (name === "conditions" ? 2 : 0);
  const [first = ""] = Object.keys(sample).toSorted((left, right) => rankOf(left) - rankOf(right));
  return first;
}

function keepsUnknownFields(schema: JsonValue | undefined, served: ServedSchema): boolean {
  const { words } = nodeOf(schema, served);
  return (
    words["x-kubernetes-preserve-unknown-fields"] === true ||
    words["additionalProperties"] !== undefined
  );
}

/** The lists in a status, by how an apply merges them: replaced, joined, or merged by the keys of their items. */
function listsByMerge(
  status: JsonValue | undefined,
  served: ServedSchema,
): Pick<Extract<KindFitted, { isFitted: true }>, "keyedLists" | "setLists"> & {
  readonly wholeLists: readonly string[];
} {
  const lists = listsIn(status, served);
  const pathsOf = (type: JsonValue): readonly string[] =>
    lists.filter((list) => list.type === type).map(({ path }) => path);
  const setLists = pathsOf("set");
  const keyedLists = lists
    .filter(({ type }) => type === "map")
    .map(({ path, keys }) => ({ path, keys }));
  return {
    wholeLists: pathsOf("atomic"),
    ...(setLists.length === 0 ? {} : { setLists }),
    ...(keyedLists.length === 0 ? {} : { keyedLists }),
  };
}

interface ListType extends KeyedList {
  readonly type: JsonValue;
}

/**
 * The lists in a status, including lists inside list items, whose paths contain no index, and inside map entries, whose
 * keys are `*` in the path. A list without a type is atomic, and its items are not merged.
 */
function listsIn(
  schema: JsonValue | undefined,
  served: ServedSchema,
  steps: readonly string[] = [],
): readonly ListType[] {
  if (steps.length > deepestList) return [];
  const { words: own, properties } = nodeOf(schema, served);
  const entries = own["additionalProperties"];
  const inners = isJsonObject(entries) ? { ...properties, [anyEntry]: entries } : properties;
  return Object.entries(inners).flatMap(([name, inner]) => {
    const { words } = nodeOf(inner, served);
    const path = [...steps, name];
    if (words["items"] === undefined) return listsIn(inner, served, path);
    const type = words["x-kubernetes-list-type"] ?? "atomic";
    const keys = textsOf(words["x-kubernetes-list-map-keys"]);
    const inside = type === "map" ? listsIn(words["items"], served, path) : [];
    return [{ path: path.join("."), type, keys }, ...inside];
  });
}

const deepestList = 6;

function openMembersIn(
  status: JsonValue | undefined,
  served: ServedSchema,
): { readonly openMembers?: readonly string[] } {
  const { properties } = nodeOf(status, served);
  const openMembers = Object.entries(properties).flatMap(([name, schema]) => {
    const { items } = nodeOf(schema, served).words;
    return keepsUnknownFields(items ?? schema, served) ? [name] : [];
  });
  return openMembers.length === 0 ? {} : { openMembers };
}

function mostConditionsOf(
  conditions: JsonValue | undefined,
  served: ServedSchema,
): Pick<KindSamples, "mostConditions"> {
  const { maxItems } = nodeOf(conditions, served).words;
  return typeof maxItems === "number" ? { mostConditions: maxItems } : {};
}

function loosenessOf(
  conditions: JsonValue | undefined,
  {
    sample,
    counter,
    served,
  }: {
    readonly sample: JsonObject;
    readonly counter: string | undefined;
    readonly served: ServedSchema;
  },
): string | undefined {
  if (!("conditions" in sample)) return undefined;
  const lacked = lackedByConditions(conditions, served);
  if (lacked !== undefined) return `in the schema of its conditions, ${lacked}`;
  return counter === "conditions" ? "only its conditions can store a counter" : undefined;
}

/** Whether every property that samples contain is required or cannot be cleared. */
function hasNothingOptional({ standIn, removedWithout }: Omit<StatusForm, "counter">): boolean {
  return Object.keys(standIn).length > 0 || removedWithout !== undefined;
}

function isPlain({ always, standIn, defaults, removedWithout, counter }: StatusForm): boolean {
  const parts = [always, standIn, defaults];
  const isWhole = counter === undefined && removedWithout === undefined;
  return isWhole && parts.every((part) => Object.keys(part).length === 0);
}

/** Whether a path in a status is part of a list item's key. A different count would then identify a different item. */
function isIdentity(
  schema: JsonValue | undefined,
  path: readonly (number | string)[],
  served: ServedSchema,
): boolean {
  let at = nodeOf(schema, served);
  let keys: readonly string[] = [];
  for (const step of path) {
    if (typeof step === "string") {
      if (keys.includes(step)) return true;
      at = nodeOf(at.properties[step] ?? at.words["additionalProperties"], served);
      keys = [];
      continue;
    }
    const kind = at.words["x-kubernetes-list-type"];
    if (kind === "set") return true;
    keys = kind === "map" ? textsOf(at.words["x-kubernetes-list-map-keys"]) : [];
    at = nodeOf(at.words["items"], served);
  }
  return false;
}

function schemaOfPaths(
  status: JsonValue | undefined,
  served: ServedSchema,
): Pick<CounterFitting, "isIdentity" | "isRestricted"> {
  return {
    isIdentity: (path) => isIdentity(status, path, served),
    isRestricted: (path) => isRestricted(status, path, served),
  };
}

/** Whether the schema of a value may reject single values, not only those beyond a bound. */
function isRestricted(
  schema: JsonValue | undefined,
  path: readonly (number | string)[],
  served: ServedSchema,
): boolean {
  const { words } = path.reduce(
    (at, step) => nodeOf(innerOf(at, step), served),
    nodeOf(schema, served),
  );
  const isQuantity = words["x-kubernetes-int-or-string"] === true;
  return !isQuantity && restrictions.some((word) => word in words);
}

function innerOf({ properties, words }: SchemaNode, step: number | string): JsonValue | undefined {
  return typeof step === "number"
    ? words["items"]
    : (properties[step] ?? words["additionalProperties"]);
}

const restrictions = ["not", "anyOf", "oneOf", "x-kubernetes-validations"] as const;

function defaultOf(
  status: JsonObject,
  { always, defaults }: Pick<StatusForm, "always" | "defaults">,
): JsonObject {
  const shown = Object.entries(status).filter(
    ([name, value]) => !(name in always) && !isSameJson(value, defaults[name]),
  );
  return Object.fromEntries(shown);
}

const aboutUpdates: readonly RequirementId[] = [
  "authorization.author-needs-no-status-permission",
  "concurrency.spec-and-status-share-the-version",
  "concurrency.stale-spec-write-conflicts",
  "deletion.new-finalizers-refused",
  "deletion.waits-for-finalizers",
  "generation.counts-requested-deletion",
  "generation.counts-spec-changes",
  "generation.ignores-metadata-writes",
  "generation.ignores-no-op-writes",
  "isolation.spec-write-never-changes-status",
];

function updateExcuses(withoutUpdates: string | undefined): Excuses {
  if (withoutUpdates === undefined) return {};
  return Object.fromEntries(aboutUpdates.map((requirement) => [requirement, withoutUpdates]));
}

/** Requirements whose checks send a second spec. It must differ from the stored one. */
const aboutOtherSpecs: readonly RequirementId[] = [
  "apply.ownership-is-per-side",
  "apply.status-write-takes-no-spec",
  "isolation.spec-in-status-write-is-ignored",
  "isolation.spec-in-status-write-is-rejected",
  "isolation.status-write-never-changes-spec",
];

/** Exempts a spec in which no field is unknown. */
export function openSpecExcuses(spec: JsonValue | undefined, served: ServedSchema): Excuses {
  if (!keepsUnknownFields(spec, served)) return {};
  const reason = "its spec preserves unknown fields, so strict validation rejects none";
  return { "write.strict-validation-covers-ignored-members": reason };
}

function constantSpecExcuses(isConstant = false): Excuses {
  if (!isConstant) return {};
  const reason = "only one valid value of its spec is known";
  return Object.fromEntries(aboutOtherSpecs.map((requirement) => [requirement, reason]));
}
