import { isDemanded, requirementIds, requirements } from "#contract";
import type { Feature, Semantics } from "#contract";
import type { Excuses, KindDescription } from "../../port/target.ts";
import { statusWriteSemantics, withDependent } from "../resources/kubernetes-features.ts";
import {
  operationsInOtherVersions,
  operationsOf,
  scaleOperationIds,
  specApplyId,
  pagedListId,
  pageSize,
  statusDeletionId,
  statusReadId,
  statusOperations,
  waysWithout,
} from "../resources/operation-ids.ts";
import { apiVersionOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";

/**
 * The status mutations to test on the suite's own kind without pruning: the two that differ most. On a kind that the
 * user names, all status mutations are tested, because it may be the only tested kind.
 */
const waysOfOpenKinds = ["status.put", "status.apply"] as const;

/**
 * Describes the kinds of an API server. If the feature of a status mutation is withdrawn, the kinds do not have that
 * mutation.
 */
export function describeKinds(
  kinds: readonly RestKind[],
  withdrawn: readonly Feature[] = [],
): readonly KindDescription[] {
  return kinds.map((kind) => {
    const { name, scope, namespaces, samples, isRuntime, statusDefault, shapes } = kind;
    const { group, plural, withoutUpdates } = kind;
    const { statusMetadata } = kind.notes ?? {};
    const semantics = semanticsOf(kind);
    const lacks = lackedBy(kind);
    const standingMembers = standingMembersOf(kind);
    const otherVersions = waysWithout(withdrawn, operationsInOtherVersions(kind));
    const missing = [...withdrawn, ...lacks];
    return {
      name,
      scope,
      namespaces,
      operations: {
        ...operationsWithout(missing, kind),
        update: withoutUpdates === undefined ? updatesOf(kind) : [],
      },
      ...applyUpdatesOf(missing, kind),
      ...scaleUpdatesOf(kind),
      ...statusAddressesOf(kind),
      statusModes: kind.hasStatus ? statusOperations : {},
      samples,
      isRuntime,
      ...(kind.isPreexisting === true ? { isPreexisting: true as const } : {}),
      resource: { group, plural },
      ...(Object.keys(semantics).length === 0 ? {} : { semantics }),
      ...(lacks.length === 0 ? {} : { lacks }),
      ...(kind.unsupported === undefined ? {} : { unsupported: kind.unsupported }),
      ...(statusMetadata === undefined ? {} : { statusMetadata }),
      ...(statusDefault === undefined ? {} : { statusDefault }),
      ...(standingMembers.length === 0 ? {} : { standingMembers }),
      ...addressesOf(kind, isWithoutSelectors(missing)),
      ...(otherVersions.length === 0 ? {} : { otherVersions }),
      ...(shapes === undefined ? {} : { shapes }),
      ...excusesOf(kind, {
        isUnselected: isWithoutSelectors(missing),
        isOnly: isOnlyIn(kinds, kind),
        takesNoUid: takeNoUid(waysWithout(missing, waysOf(kind))),
      }),
      ...schemaTraits(kind),
      ...limitsOf(kind),
      ...(kind.hasStatus ? { statusSemantics: statusSemanticsOf(kind) } : {}),
      ...apiVersionsOf(kind),
    };
  });
}

function apiVersionsOf(kind: RestKind): Pick<KindDescription, "ownerType" | "unservedApiVersion"> {
  return {
    ownerType: { apiVersion: apiVersionOf(kind), kind: kind.literal },
    unservedApiVersion: apiVersionOf({ ...kind, version: "v0unserved" }),
  };
}

const patchFeatures: readonly Feature[] = [
  "status.apply",
  "status.patch.json",
  "status.patch.merge",
];

function operationsWithout(
  missing: readonly Feature[],
  kind: RestKind,
): ReturnType<typeof operationsOf> {
  const { patchStatus, watch, ...others } = operationsOf(kind);
  return {
    ...others,
    updateStatus: waysWithout(missing, waysOf(kind)),
    patchStatus: patchFeatures.every((feature) => missing.includes(feature)) ? [] : patchStatus,
    watch: missing.includes("watch") ? [] : watch,
  };
}

function applyUpdatesOf(
  missing: readonly Feature[],
  kind: RestKind,
): Pick<KindDescription, "applyUpdates"> {
  const isOffered = kind.withoutUpdates === undefined && !missing.includes("status.apply");
  return isOffered && kind.hasStatus ? { applyUpdates: [specApplyId] } : {};
}

function scaleUpdatesOf({
  hasScale,
  withoutUpdates,
}: RestKind): Pick<KindDescription, "scaleUpdates"> {
  return hasScale === true && withoutUpdates === undefined
    ? { scaleUpdates: scaleOperationIds }
    : {};
}

/** Excuses all requirements that need one of these features, except those that demand it. */
function excusesWithout(missing: readonly Feature[]): Excuses {
  return Object.fromEntries(
    requirementIds.flatMap((id) => {
      const { features = [], demands } = requirements[id];
      const lacked = missing.find((feature) => features.includes(feature) && feature !== demands);
      const reason = `the server does not support ${lacked ?? ""} for this kind`;
      return lacked === undefined ? [] : [[id, reason] as const];
    }),
  );
}

/** Whether lists take no label selector either. Without watches, only their selectors are missing. */
function isWithoutSelectors(missing: readonly Feature[]): boolean {
  return missing.includes("watch.selector") && !missing.includes("watch");
}

function isOnlyIn(kinds: readonly RestKind[], { name, scope }: RestKind): boolean {
  return !kinds.some((other) => other.name !== name && other.scope === scope);
}

interface KindPlace {
  readonly isUnselected: boolean;
  /** Whether the run tests no other kind with the same scope. */
  readonly isOnly: boolean;
  /** Whether there are status mutations, but none has a place for a uid. */
  readonly takesNoUid: boolean;
}

const oneNamespace = "objects have no namespace, or there is only one namespace";

function excusesOf(
  { scope, namespaces, excuses: ofSchema, hasAtomicStatus, unsupported = [] }: RestKind,
  { isUnselected, isOnly, takesNoUid }: KindPlace,
): Pick<KindDescription, "excuses"> {
  const excuses = {
    ...ofSchema,
    ...(takesNoUid
      ? { "concurrency.uid-precondition": "no status write has a place for a uid" }
      : {}),
    // Lists of a cluster-scoped kind accept no namespace.
    ...(scope === "namespaced" && namespaces.length > 1
      ? {}
      : {
          "write.list-namespace-filter":
            "no list operation accepts a namespace, or there is only one namespace",
          "write.read-stays-in-namespace": oneNamespace,
          "write.stays-in-namespace": oneNamespace,
        }),
    ...(isOnly
      ? {
          "allocation.binding-leaves-holder-alone":
            "the run tests no other kind with the same scope",
        }
      : {}),
    ...(isUnselected
      ? { "write.list-selector-filter": "no list operation accepts a label selector" }
      : {}),
    ...(hasAtomicStatus === true
      ? {
          "write.managers-not-writable":
            "its status is an atomic map, so each change also changes its field manager",
        }
      : {}),
    ...excusesWithout(unsupported.filter(isDemanded)),
  };
  return Object.keys(excuses).length === 0 ? {} : { excuses };
}

function statusAddressesOf({
  hasStatus,
}: RestKind): Pick<KindDescription, "statusDeletions" | "statusReads"> {
  if (!hasStatus) return {};
  return { statusDeletions: [statusDeletionId], statusReads: [statusReadId] };
}

function addressesOf(
  kind: RestKind,
  isUnselected: boolean,
): Pick<
  KindDescription,
  | "arePagesOneState"
  | "guardedDeletions"
  | "namespacedLists"
  | "namespacedOperations"
  | "pagedLists"
  | "pageSize"
  | "selectedLists"
  | "withoutUid"
> {
  const { list, read, update, updateStatus, patchStatus, delete: remove } = operationsOf(kind);
  const namespacedOperations = [...read, ...update, ...updateStatus, ...patchStatus, ...remove];
  return {
    ...(kind.scope === "namespaced" ? { namespacedLists: list, namespacedOperations } : {}),
    ...(isUnselected ? {} : { selectedLists: list }),
    pagedLists: [pagedListId],
    pageSize,
    // Kubernetes API conventions, "Retrieving large results sets in chunks".
    arePagesOneState: true,
    guardedDeletions: { version: remove, uid: remove },
    withoutUid: [...update, ...updateStatus, ...patchStatus].filter((id) => !withUid.has(id)),
  };
}

/** The operations on existing objects whose requests have a place for a uid: replacements and deletions. */
const withUid: ReadonlySet<string> = new Set(["put", "status.put"]);

function takeNoUid(ways: readonly string[]): boolean {
  return ways.length > 0 && !ways.some((id) => withUid.has(id));
}

function limitsOf({
  withoutStatus,
  lacksStatusSamples,
  withoutUpdates,
  withoutCounter,
  nameForm,
}: RestKind): Pick<
  KindDescription,
  | "isUncounted"
  | "lacksStatusSamples"
  | "nameForm"
  | "withoutCounter"
  | "withoutStatus"
  | "withoutUpdates"
> {
  return {
    ...(nameForm === undefined ? {} : { nameForm }),
    ...(withoutStatus === undefined ? {} : { withoutStatus }),
    ...(lacksStatusSamples === undefined ? {} : { lacksStatusSamples }),
    ...(withoutUpdates === undefined ? {} : { withoutUpdates }),
    ...(withoutCounter === undefined ? {} : { withoutCounter, isUncounted: true as const }),
  };
}

function schemaTraits({
  openMembers,
  wholeLists,
  setLists,
  keyedLists,
}: RestKind): Pick<KindDescription, "keyedLists" | "openMembers" | "setLists" | "wholeLists"> {
  return {
    ...(openMembers === undefined ? {} : { openMembers }),
    ...(wholeLists === undefined ? {} : { wholeLists }),
    ...(setLists === undefined ? {} : { setLists }),
    ...(keyedLists === undefined ? {} : { keyedLists }),
  };
}

function standingMembersOf({ statusForm }: RestKind): readonly string[] {
  const { always = {}, standIn = {}, defaults = {} } = statusForm ?? {};
  return Object.keys({ ...always, ...standIn, ...defaults });
}

function waysOf(kind: RestKind): readonly string[] {
  const isOpen = kind.keepsUnknown === true && kind.notes === undefined;
  return isOpen ? waysOfOpenKinds : operationsOf(kind).updateStatus;
}

function updatesOf(kind: RestKind): readonly string[] {
  const { unsupportedUpdates = [] } = kind;
  return operationsOf(kind).update.filter((id) => !unsupportedUpdates.includes(id));
}

function semanticsOf({
  keepsUnknown = false,
  hasOpaqueVersions,
  notes,
  samples,
}: RestKind): Partial<Semantics> {
  const values = Object.values(samples.statuses[0] ?? {});
  const hasNoList = notes !== undefined && !values.some((value) => Array.isArray(value));
  return {
    ...(hasOpaqueVersions === true ? ({ versionOrder: "opaque" } as const) : {}),
    ...(keepsUnknown ? ({ unknownMembers: "stored" } as const) : {}),
    ...(hasNoList ? ({ lists: "absent" } as const) : {}),
    ...notedSemantics(notes),
  };
}

function notedSemantics(notes: RestKind["notes"]): Partial<Semantics> {
  const metadata: readonly string[] = notes?.statusMetadata ?? [];
  return {
    ...(notes?.countsAnnotations === true ? ({ annotatedGeneration: "moved" } as const) : {}),
    ...(notes?.takesVersionlessReplacement === true ? ({ emptyVersion: "ignored" } as const) : {}),
    ...(["labels", "annotations"].every((member) => metadata.includes(member))
      ? ({ statusMetadata: "written" } as const)
      : {}),
    ...(notes?.leavesOutZero === true ? ({ zeroMembers: "leftOut" } as const) : {}),
  };
}

function statusSemanticsOf(kind: RestKind): Readonly<Record<string, Partial<Semantics>>> {
  const usual = hasMistypedSample(kind)
    ? { ...statusWriteSemantics, "status.apply": { staleAndInvalid: "invalid" } as const }
    : statusWriteSemantics;
  if (kind.notes?.takesVersionlessReplacement !== true) return usual;
  const replacement = { ...statusWriteSemantics["status.put"], precondition: "optional" } as const;
  return { ...usual, "status.put": replacement };
}

/**
 * Whether the first invalid sample has a value of the wrong type. An apply is validated against the schema first, so a
 * wrong type is reported before a stale version.
 */
function hasMistypedSample({ samples: { statuses, invalidStatuses } }: RestKind): boolean {
  const [first] = invalidStatuses;
  return Object.entries(first?.status ?? {}).some(([name, value]) => {
    // A sample with a null clears the property.
    const valid = statuses.map(({ [name]: one }) => one ?? undefined);
    const known = valid.filter((one) => one !== undefined);
    return known.length > 0 && known.every((one) => typeof one !== typeof value);
  });
}

/**
 * Returns the features that an API server supports but a kind lacks. A kind without notes is defined by the suite and
 * has all of them.
 */
function lackedBy({
  notes,
  samples,
  scope,
  keepsUnknown,
  hasAtomicStatus,
  unsupported = [],
}: RestKind): readonly Feature[] {
  if (notes === undefined) return [];
  const [status = {}] = samples.statuses;
  const isLoose = notes.hasLooseConditions === true || !("conditions" in status);
  return [
    ...withDependent(unsupported),
    ...(isLoose ? (["status.conditions"] as const) : []),
    ...("observedGeneration" in status ? [] : (["status.observedGeneration"] as const)),
    ...(notes.lacksGeneration === true ? (["generation"] as const) : []),
    "status.default",
    // Requirements about an apply concern the owners of single fields.
    ...(hasAtomicStatus === true ? (["status.apply"] as const) : []),
    // If all fields are preserved, none is unknown.
    ...(keepsUnknown === true ? (["field-validation"] as const) : []),
    ...(scope === "namespaced" ? [] : (["authorization.namespaces", "watch.namespace"] as const)),
  ];
}
