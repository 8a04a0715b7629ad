import { features, isFeature } from "#contract";
import type { Feature, IdentityName } from "#contract";
import type { FeaturesByHand } from "../../port/target.ts";
import { observedIn } from "../../port/status-places.ts";
import { hasPlaceholder } from "../schema/argument-tree.ts";
import type { Placeholder } from "../schema/argument-tree.ts";
import { problemAt } from "./dialect-mismatch.ts";
import type { DialectProblem } from "./dialect-mismatch.ts";
import type { Dialect, KindDialect } from "./dialect.ts";
import { hookedVerbs } from "./fixture-hooks.ts";
import { observedPlaceOf } from "./observed-place.ts";
import type { AnyOperation, OperationVerb } from "./dialect-operations.ts";

interface Carrier {
  /** Completes the sentence "the dialect has no …". */
  readonly means: string;
  readonly isIn: (dialect: Dialect) => boolean;
  /**
   * Whether a kind has the paths and operations that the feature needs. Absent for features that do not depend on the
   * kind.
   */
  readonly isOn?: (kind: KindDialect) => boolean;
  /**
   * Whether the dialect proves that the target has the feature. By default, the paths and operations that the feature
   * needs are sufficient proof.
   */
  readonly isProof?: (dialect: Dialect) => boolean;
}

/** The features whose presence the dialect proves, declared or not. */
export function describedFeatures(dialect: Dialect): readonly Feature[] {
  const ofRoles = new Set<Feature>(featuresOfRoles(dialect));
  return allFeatures.filter((feature) => {
    if (ofRoles.has(feature)) return true;
    const carrier = carriers[feature];
    return carrier?.isIn(dialect) === true && (carrier.isProof?.(dialect) ?? true);
  });
}

/** Whether a kind has the paths and operations that a feature needs. True for features that do not depend on kinds. */
export function carriedByKind(feature: Feature, kind: KindDialect): boolean {
  return carriers[feature]?.isOn?.(kind) ?? true;
}

/** Features that the dialect can express, although nothing in it determines whether the target has them. */
export function openFeatures(dialect: Dialect): readonly Feature[] {
  const isOpen =
    carriers["watch.selectorTransitions"]?.isIn(dialect) === true &&
    carriers["labels.write"]?.isIn(dialect) === true &&
    exitsOf(dialect).length === 0;
  return isOpen ? ["watch.selectorTransitions"] : [];
}

/** The declared events for objects that stop matching the selector of a watch. */
function exitsOf(dialect: Dialect): readonly string[] {
  return [dialect, ...testedKinds(dialect)].flatMap(
    ({ semantics }) => semantics?.selectorExit ?? [],
  );
}

/** Reports declared features that the dialect cannot use. They would never be tested. */
export function featureProblems(dialect: Dialect): readonly DialectProblem[] {
  return dialect.features.flatMap((feature, index) => {
    const carrier = carriers[feature];
    if (carrier === undefined || carrier.isIn(dialect)) return [];
    const problem = `${feature} is declared, but the dialect has no ${carrier.means}`;
    return [problemAt(["features", index], problem)];
  });
}

export function withFeatures(dialect: Dialect, byHand: FeaturesByHand | undefined): Dialect {
  const { declared = [], withdrawn = [] } = byHand ?? {};
  const offered = new Set([...dialect.features, ...declared]);
  if (offered.has("watch") && deniesSomebody(dialect)) offered.add("watch.authorization");
  for (const feature of withdrawn) offered.delete(feature);
  if (!offered.has("watch")) offered.delete("watch.authorization");
  return { ...dialect, features: [...offered] };
}

function deniesSomebody(dialect: Dialect): boolean {
  return (["stranger", "anonymous"] as const).some((name) => hasRole(dialect, name));
}

/** A credential for a role with limited permissions proves that permissions can be limited in this way. */
function featuresOfRoles(dialect: Dialect): readonly Feature[] {
  const isAnywhere = testedKinds(dialect).some(({ namespaces }) => namespaces.length > 1);
  const roles = [
    { name: "tenant", feature: "authorization.namespaces", isTestable: isAnywhere },
    { name: "reporter", feature: "authorization.statusOnly", isTestable: true },
    {
      name: "assignee",
      feature: "authorization.names",
      isTestable: dialect.assignedName !== undefined,
    },
    { name: "throttled", feature: "rate-limit", isTestable: dialect.rateLimit !== undefined },
  ] as const;
  return roles
    .filter(({ name, isTestable }) => isTestable && hasRole(dialect, name))
    .filter(({ name }) => dialect.identities[name]?.kind !== "none")
    .map(({ feature }) => feature);
}

function hasRole({ identities }: Dialect, name: IdentityName): boolean {
  const credential = identities[name];
  return credential !== undefined && !["notApplicable", "unavailable"].includes(credential.kind);
}

/** All features, in the order of the contract. */
export const allFeatures: readonly Feature[] = Object.keys(features).filter(isFeature);

export const selectors = ["$selector", "$selectorPairs", "$selectorText"] as const;

/**
 * The paths and operations that each feature needs. Features that are not listed show only in the behavior of a target.
 */
const carriers: Readonly<Partial<Record<Feature, Carrier>>> = {
  generation: onKind("path of a generation", ({ paths }) => paths.generation !== undefined),
  "kinds.clusterScoped": onKind("kind without a namespace", ({ scope }) => scope === "cluster"),
  "kinds.withoutStatus": onKind(
    "kind without a status mutation",
    ({ operations: { updateStatus, patchStatus } }) =>
      // A kind whose status can only be written with patches also has a status mutation.
      updateStatus.length === 0 && patchStatus.length === 0,
  ),
  "kinds.runtime": {
    means: "definitions of kinds",
    isIn: ({ definitions }) => definitions !== undefined,
  },
  "labels.write": onKind("$labels in a create or update operation", (kind) => {
    const { operations, fixtures } = kind;
    const writes = [...operations.create, ...operations.update];
    return (
      fixtures?.carries?.includes("labels") === true ||
      writes.some((one) => holdsOne(one, ["$labels"]))
    );
  }),
  // An operation that finds its object only by uid cannot express a uid mismatch.
  "precondition.uid": onKind("$uid in addition to $name in a write operation", (kind) =>
    (["update", "updateStatus", "patchStatus"] as const).some((verb) =>
      kind.operations[verb].some((one) => holdsOne(one, ["$uid"]) && !findsByUid(kind, one)),
    ),
  ),
  "read.list": operationOf("list"),
  "list.version": onKind("list with the path of its version", ({ operations }) =>
    operations.list.some(({ resourceVersion }) => resourceVersion !== undefined),
  ),
  delete: operationOf("delete"),
  finalizers: placed(["create", "update"], "$finalizers"),
  "status.replace": onKind('status mutation with the mode "replace"', ({ operations }) =>
    operations.updateStatus.some(({ statusMode }) => statusMode === "replace"),
  ),
  "status.partial": onKind('status mutation with the mode "partial"', ({ operations }) =>
    operations.updateStatus.some(({ statusMode }) => statusMode === "partial"),
  ),
  "status.patch.merge": patchIn("merge"),
  "status.patch.json": patchIn("json"),
  "status.apply": patchIn("apply"),
  "status.observedGeneration": onKind("observedGeneration in its sample statuses", (kind) =>
    kind.samples.statuses.some((status) => observedIn(observedPlaceOf(kind), status) !== undefined),
  ),
  "status.default": onKind("default of a status", (kind) => kind.statusDefault !== undefined),
  "field-manager": placed(["updateStatus", "patchStatus"], "$fieldManager"),
  "field-validation": placed(["updateStatus", "patchStatus"], "$fieldValidation"),
  "dry-run": placed(["updateStatus", "patchStatus"], "$dryRun"),
  "transport.socket": {
    means: "credential for the WebSocket",
    isIn: ({ credentials }) => credentials.socket !== undefined,
    isProof: () => false,
  },
  watch: operationOf("watch"),
  // A watch requires the same permission as a read, so a watch that is not authorized is a defect, not a missing
  // feature.
  "watch.authorization": { ...operationOf("watch"), isProof: deniesSomebody },
  "watch.namespace": placed(["watch"], "$namespace"),
  "watch.resume": placed(["watch"], "$cursor"),
  "watch.expiry": {
    means: "number of retained events",
    isIn: ({ retainedEvents }) => retainedEvents !== undefined,
  },
  "watch.selector": placed(["watch"], ...selectors),
  "watch.selectorTransitions": {
    ...placed(["watch"], ...selectors),
    isProof: (dialect) => exitsOf(dialect).includes("deleted"),
  },
  "watch.bookmarks": placed(["watch"], "$bookmarks"),
  "watch.initialEvents": placed(["watch"], "$initialEvents"),
  "watch.serverSentEvents": {
    means: "path of the event streams",
    isIn: ({ eventStream }) => eventStream !== undefined,
  },
};

function onKind(means: string, isCarried: (kind: KindDialect) => boolean): Carrier {
  return { means, isIn: (dialect) => testedKinds(dialect).some(isCarried), isOn: isCarried };
}

function operationOf(verb: OperationVerb): Carrier {
  return onKind(`operation for ${verb}`, ({ operations, fixtures = {} }) => {
    const isHooked = hookedVerbs(fixtures).some((hooked) => hooked === verb);
    return operations[verb].length > 0 || isHooked;
  });
}

function placed(verbs: readonly OperationVerb[], ...wanted: readonly Placeholder[]): Carrier {
  return onKind(`${wanted.join(" or ")} in an operation for ${verbs.join(" or ")}`, (kind) =>
    verbs.some((verb) => kind.operations[verb].some((operation) => holdsOne(operation, wanted))),
  );
}

/**
 * Whether an operation finds its object only by its uid. If all reads do so, a name next to the uid in a write is
 * content, such as a new address of the object.
 */
export function findsByUid(
  { operations: { read } }: KindDialect,
  operation: Pick<AnyOperation, "arguments">,
): boolean {
  const areReadByUid = read.length > 0 && read.every(hasOnlyUid);
  return hasOnlyUid(operation) || (areReadByUid && holdsOne(operation, ["$uid"]));
}

function hasOnlyUid(operation: Pick<AnyOperation, "arguments">): boolean {
  return holdsOne(operation, ["$uid"]) && !holdsOne(operation, ["$name"]);
}

export function holdsOne(
  { arguments: tree }: Pick<AnyOperation, "arguments">,
  wanted: readonly Placeholder[],
): boolean {
  return wanted.some((placeholder) => hasPlaceholder(tree, placeholder));
}

function patchIn(format: "merge" | "json" | "apply"): Carrier {
  return onKind(`patch in the format ${format}`, ({ operations }) =>
    operations.patchStatus.some(({ formats }) => Object.hasOwn(formats, format)),
  );
}

function testedKinds({ kinds, definitions }: Dialect): readonly KindDialect[] {
  return [...kinds, ...(definitions?.objects ?? []).map(({ serves }) => serves)];
}
