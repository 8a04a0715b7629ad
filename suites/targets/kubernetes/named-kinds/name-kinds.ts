import { isDemanded } from "#contract";
import type { Feature } from "#contract";
import { administeredRestKinds } from "../resources/administered-kinds.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import { kubernetesFeatures } from "../resources/kubernetes-features.ts";
import type { KindNotes } from "../resources/kind-samples.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { fitCounter } from "../trials/fit-counter.ts";
import type { KindSamples } from "../../port/target.ts";
import { nothingUnsupported } from "../trials/find-unsupported.ts";
import type { Unsupported } from "../trials/find-unsupported.ts";
import {
  fitKind,
  holdsStatus,
  openSpecExcuses,
  statusTraits,
  traitsOfObjects,
  withoutUnsupported,
} from "../trials/fit-kind.ts";
import type { KindFitted } from "../trials/fit-kind.ts";
import { metadataRejected } from "../trials/fit-specs.ts";
import { storedSamples } from "../trials/stored-samples.ts";
import { noTrialServer } from "../trials/trial-server.ts";
import type { TrialServer } from "../trials/trial-server.ts";
import { nodeOf } from "../values/schema-node.ts";
import { withOpenParts } from "../values/open-parts.ts";
import { findSchema, isCustom } from "../values/served-schema.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import { builtInKinds } from "./built-in-kinds.ts";
import { describeResourceName, readResourceName } from "./resource-name.ts";
import type { ResourceName } from "./resource-name.ts";
import { findResource, KindNotServed, KindRefused, removalVerbs } from "./served-resource.ts";
import type { OptionalVerb, ServedResource } from "./served-resource.ts";
import { isOfKubernetes } from "./status-kinds.ts";

export interface NamingOptions {
  readonly names: readonly string[];
  readonly notes: ReadonlyMap<string, KindNotes>;
  readonly namespaces: readonly string[];
  readonly ask: Ask;
  /**
   * Sends a discovery request as the administrator. Resolves with undefined for 404, and throws for any other failure.
   */
  readonly discover: Ask;
  /** Tests values before they are used. If absent, values are based only on the schema. */
  readonly tryOn?: TryOn;
  readonly remark?: (sentence: string) => void;
  /**
   * Called for each kind that the server does not serve. The kind is then skipped. If present, the kinds are only used
   * to remove objects, so the server need not support other writes.
   */
  readonly unserved?: (name: string) => void;
}

export type TryOn = <T>(
  kind: ServedResource & { readonly body: RestKind["body"] },
  work: (trialServer: TrialServer) => Promise<T>,
) => Promise<T>;

/**
 * Resolves with the kinds that the user names, as the server serves them, with values to write: the user's values,
 * built-in values, or generated values.
 *
 * @throws TargetUnreachable if a kind is not served, no value is known, or a controller writes the same statuses.
 */
export async function nameKinds(options: NamingOptions): Promise<readonly RestKind[]> {
  const kinds: RestKind[] = [];
  for (const text of new Set(options.names)) {
    const name = readResourceName(text);
    if (name === undefined) {
      throw new KindRefused(`--kind ${text} is not the name of a kind`, { fix: nameFix });
    }
    const kind = await nameKind(text, name, { ...options, others: kinds }).catch((error: unknown) =>
      leftOut(text, error, options),
    );
    if (kind !== undefined) kinds.push(kind);
  }
  return kinds;
}

function leftOut(text: string, error: unknown, { unserved }: NamingOptions): undefined {
  if (unserved === undefined || !(error instanceof KindNotServed)) throw error;
  unserved(text);
}

/**
 * Rejects a kind whose name another kind in the run or a prerequisite already uses. Kinds are identified by their name
 * on the server.
 */
function refuseTaken(text: string, literal: string, others: readonly RestKind[]): void {
  if ([...administeredRestKinds, ...others].every(({ name }) => name !== literal)) return;
  throw new KindRefused(
    `${text} cannot be tested: the run has another kind with the name ${literal}`,
    {
      fix:
        "Test kinds with the same name in separate runs, and do not select the kinds that the " +
        "suite itself needs.",
    },
  );
}

const nameFix =
  "Pass --kind a name that `kubectl api-resources -o name` prints, for example deployments.apps.";

async function nameKind(
  text: string,
  name: ResourceName,
  options: NamingOptions & { readonly others: readonly RestKind[] },
): Promise<RestKind> {
  const { notes: givenNotes, namespaces, ask, discover, others } = options;
  const short = describeResourceName(name);
  const notes = { ...builtInKinds.get(short), ...givenNotes.get(short), ...givenNotes.get(text) };
  const resource = await findResource(name, discover, neededFor(options));
  refuseTaken(text, resource.literal, others);
  if (notes.isControlled === true) await refuseControlled(short, ask);
  const { literal, plural, group, version, scope, hasStatus } = resource;
  const supported = withoutVerbs(await fittedTo(short, { resource, notes, options }), resource);
  const fitted = await withVersions(supported, { resource, ask });
  const { samples, body, statusDefault, looseness } = fitted;
  const lacksGeneration = notes.lacksGeneration ?? fitted.lacksGeneration === true;
  const canHold = notes.samples !== undefined || samples.statuses.length > 0;
  const isLoose = notes.hasLooseConditions ?? looseness !== undefined;
  if (notes.hasLooseConditions === undefined && looseness !== undefined) {
    options.remark?.(`${short}: the rules of metav1.Condition are not tested: ${looseness}`);
  }
  const isDeclared = notes.lacksGeneration !== undefined;
  tellLimits(short, isDeclared ? { ...fitted, lacksGeneration: false } : fitted, options);
  return {
    name: literal,
    literal,
    plural,
    group,
    version,
    scope,
    namespaces: scope === "namespaced" ? namespaces : [],
    hasStatus: hasStatus && canHold,
    ...(resource.hasScale === true ? { hasScale: true as const } : {}),
    samples,
    ...formsOf(fitted),
    ...traitsOf(fitted),
    ...defaultOf(notes, statusDefault),
    ...(hasStatus && canHold ? {} : withoutStatusOf(resource, fitted)),
    isRuntime: true,
    isPreexisting: true,
    body,
    notes: { ...notes, hasLooseConditions: isLoose, lacksGeneration },
  };
}

function neededFor({ unserved }: NamingOptions): readonly string[] | undefined {
  return unserved === undefined ? undefined : removalVerbs;
}

/** Reports the properties of a kind that limit its tests. */
function tellLimits(name: string, fitted: Fitted, { remark }: NamingOptions): void {
  const { withoutStatus, withoutCounter, withoutUpdates, lacksGeneration, hasOpaqueVersions } =
    fitted;
  for (const sentence of unsupportedBy(fitted)) remark?.(`${name}: ${sentence}`);
  if (fitted.storesDryRuns === true) {
    remark?.(
      `${name}: the server stores the writes of dry runs (dryRun=All), so a client that only tests a write changes the object; a server without dry runs rejects them, and --no-feature dry-run skips their requirements`,
    );
  }
  if (lacksGeneration === true) {
    remark?.(
      `${name}: its objects have no generation, so requirements about the generation are not tested`,
    );
  }
  if (hasOpaqueVersions === true) {
    remark?.(`${name}: its versions are not numbers, so histories are checked without their order`);
  }
  if (withoutStatus !== undefined) {
    remark?.(`${name}: only spec writes are tested: ${withoutStatus}`);
  }
  if (withoutCounter !== undefined) {
    remark?.(`${name}: requirements that need a counter are not tested: ${withoutCounter}`);
  }
  if (withoutUpdates !== undefined) {
    remark?.(`${name}: updates are not tested: ${withoutUpdates}`);
  }
}

function unsupportedBy({ unsupported = [], excuses = {} }: Fitted): readonly string[] {
  // Without watches, no property of watches is of interest.
  const told = unsupported.filter(
    (feature) => !unsupported.some((one) => one !== feature && feature.startsWith(one)),
  );
  const isExcused = (feature: Feature): boolean =>
    feature === "status.apply" && "write.apply-works-for-every-kind" in excuses;
  const demanded = told.filter((feature) => isDemanded(feature) && !isExcused(feature));
  const others = told.filter((feature) => !demanded.includes(feature));
  return [
    ...lackOf(others, {
      one: "requirements that need it are not tested",
      several: "requirements that need one of them are not tested",
    }),
    ...lackOf(demanded, {
      one: "only the requirement that demands it is tested",
      several: "only the requirements that demand them are tested",
    }),
  ];
}

/** Describes missing features in one sentence. */
function lackOf(
  features: readonly Feature[],
  consequence: { readonly one: string; readonly several: string },
): readonly string[] {
  if (features.length === 0) return [];
  const tested = features.length === 1 ? consequence.one : consequence.several;
  return [`the server does not support ${features.join(", ")}; ${tested}`];
}

/** Adds the features that need a verb which the server does not list for the kind. */
function withoutVerbs(fitted: Fitted, { lackedVerbs = [] }: ServedResource): Fitted {
  const lacked = lackedVerbs.flatMap((verb) => featuresOfVerb[verb]);
  if (lacked.length === 0) return fitted;
  const { unsupported = [], unsupportedUpdates = [], excuses } = fitted;
  const noPatch = {
    features: lacked,
    updates: ["patch.json", "patch.merge"],
    lacksApply: true,
    storesDryRuns: fitted.storesDryRuns === true,
  };
  return {
    ...fitted,
    ...(lackedVerbs.includes("patch")
      ? withoutUnsupported(noPatch, excuses)
      : { unsupportedUpdates }),
    unsupported: [...new Set([...unsupported, ...lacked])],
  };
}

const featuresOfVerb: Readonly<Record<OptionalVerb, readonly Feature[]>> = {
  patch: ["status.patch.merge", "status.patch.json", "status.apply"],
  watch: kubernetesFeatures.filter((feature) => /^watch(?:\.|$)/u.test(feature)),
};

/**
 * Excuses versions that are not numbers for kinds of aggregated API servers, which may choose their format (KEP-5504).
 * Built-in kinds and custom resources have comparable versions.
 */
async function withVersions(
  fitted: Fitted,
  { resource, ask }: { readonly resource: ServedResource; readonly ask: Ask },
): Promise<Fitted> {
  if (fitted.hasOpaqueVersions !== true || isOfKubernetes(resource.group)) return fitted;
  if (await isCustom(resource, ask)) return fitted;
  const reason =
    "versions of the kind are not numbers, which Kubernetes permits for kinds of aggregated API servers";
  const excuses = { ...fitted.excuses, "concurrency.versions-are-comparable": reason };
  return { ...fitted, excuses };
}

function formsOf({ statusForm, shapes }: Fitted): Pick<RestKind, "shapes" | "statusForm"> {
  return {
    ...(statusForm === undefined ? {} : { statusForm }),
    ...(shapes === undefined ? {} : { shapes }),
  };
}

function traitsOf({
  keepsUnknown,
  openMembers,
  wholeLists,
  setLists,
  keyedLists,
  hasAtomicStatus,
  unsupported,
  unsupportedUpdates,
  hasOpaqueVersions,
  nameForm,
  excuses,
  withoutCounter,
  withoutUpdates,
}: Fitted): Pick<
  RestKind,
  | "excuses"
  | "hasOpaqueVersions"
  | "hasAtomicStatus"
  | "keepsUnknown"
  | "keyedLists"
  | "nameForm"
  | "openMembers"
  | "setLists"
  | "unsupported"
  | "unsupportedUpdates"
  | "wholeLists"
  | "withoutCounter"
  | "withoutUpdates"
> {
  return {
    ...(keepsUnknown === true ? { keepsUnknown } : {}),
    ...(openMembers === undefined ? {} : { openMembers }),
    ...(wholeLists === undefined ? {} : { wholeLists }),
    ...(setLists === undefined ? {} : { setLists }),
    ...(keyedLists === undefined ? {} : { keyedLists }),
    ...(hasAtomicStatus === true ? { hasAtomicStatus } : {}),
    ...(unsupported === undefined ? {} : { unsupported }),
    ...(unsupportedUpdates === undefined ? {} : { unsupportedUpdates }),
    ...(hasOpaqueVersions === true ? { hasOpaqueVersions } : {}),
    ...(nameForm === undefined ? {} : { nameForm }),
    ...(excuses === undefined ? {} : { excuses }),
    ...(withoutCounter === undefined ? {} : { withoutCounter }),
    ...(withoutUpdates === undefined ? {} : { withoutUpdates }),
  };
}

function defaultOf(
  { beginsWithStatus }: KindNotes,
  statusDefault: RestKind["statusDefault"],
): Pick<RestKind, "statusDefault"> {
  if (statusDefault !== undefined) return { statusDefault };
  return beginsWithStatus === true ? { statusDefault: {} } : {};
}

interface FittingOf {
  readonly resource: ServedResource;
  readonly notes: KindNotes;
  readonly options: NamingOptions;
}

type Fitted = Extract<KindFitted, { isFitted: true }>;

async function fittedTo(name: string, { resource, notes, options }: FittingOf): Promise<Fitted> {
  const published = await findSchema(resource, options.ask);
  const schema = published && withOpenParts(published, resource);
  if (notes.samples !== undefined) {
    const tried = await triedByHand(name, notes.samples, { resource, schema, options });
    const { samples = notes.samples, unsupported = nothingUnsupported, ...ofObjects } = tried;
    const fitted = await byHand(name, { resource, samples });
    const traits = unknownFieldsIn(schema);
    return {
      ...fitted,
      ...traits,
      ...ofObjects,
      ...withoutUnsupported(unsupported, traits.excuses),
    };
  }
  const fitted: KindFitted =
    schema === undefined
      ? { isFitted: false, problem: "the API server has no schema for it" }
      : await fittedOn(schema, { resource, notes, options });
  tellStatus(name, { resource, schema, options });
  if (fitted.isFitted) return fitted;
  if (fitted.problem.startsWith(metadataRejected)) {
    throw new KindRefused(`${name} cannot be tested: ${fitted.problem}`, {
      fix: `Test ${name} on a server without this rule, or exclude it with --kind '!${name}'.`,
    });
  }
  throw new KindRefused(`no values for ${name} are known: ${fitted.problem}`, {
    fix: `Pass three specs, three statuses and the counter of ${name} in a file with --kind-file.`,
  });
}

/** Reads from the schema how unknown fields and lists in the status are handled. The user's values do not show this. */
function unknownFieldsIn(
  schema: ServedSchema | undefined,
): ReturnType<typeof statusTraits> & Pick<Fitted, "excuses"> {
  if (schema !== undefined) {
    const { status = schema.root, spec } = nodeOf(schema.root, schema).properties;
    const excuses = openSpecExcuses(spec, schema);
    const isExcused = Object.keys(excuses).length > 0;
    return { ...statusTraits(status, schema), ...(isExcused ? { excuses } : {}) };
  }
  const reason = "the API server has no schema for it, so its unknown fields cannot be determined";
  return {
    excuses: {
      "isolation.unknown-members-never-stored": reason,
      "write.strict-validation-covers-ignored-members": reason,
    },
  };
}

/**
 * Finds what the server of the user's values does not support, and tests the values if there is no schema. The server
 * of built-in kinds implements the whole API.
 */
async function triedByHand(
  name: string,
  given: KindSamples,
  {
    resource,
    schema,
    options: { tryOn, remark },
  }: Pick<FittingOf, "options" | "resource"> & { readonly schema: ServedSchema | undefined },
): Promise<TriedByHand> {
  const isBuiltIn = schema !== undefined && isOfKubernetes(resource.group);
  if (!resource.hasStatus || tryOn === undefined || isBuiltIn) return {};
  return await tryOn({ ...resource, body: "spec" }, async (trialServer) => {
    if (schema !== undefined) return await triedAsGiven(given, trialServer);
    const { samples, changes } = await storedSamples(given, trialServer);
    if (changes.length > 0) {
      remark?.(
        `${name}: the server changes values of the kind file: ${changes.join("; ")}; the run writes the values as the server stores them`,
      );
    }
    const unsupported = await trialServer.unsupported();
    return { samples, unsupported, ...traitsOfObjects(trialServer) };
  });
}

async function triedAsGiven(
  { specs: [spec = {}], statuses: [status = {}] }: KindSamples,
  trialServer: TrialServer,
): Promise<TriedByHand> {
  const tried = await trialServer.tryCreation(spec);
  const created = tried.isAccepted ? await trialServer.create(spec) : tried;
  if (!created.isAccepted) return {};
  await trialServer.writeStatus(status);
  return { unsupported: await trialServer.unsupported(), ...traitsOfObjects(trialServer) };
}

interface TriedByHand extends ReturnType<typeof traitsOfObjects> {
  readonly samples?: KindSamples;
  readonly unsupported?: Unsupported;
}

async function fittedOn(
  schema: ServedSchema,
  { resource, options: { tryOn } }: FittingOf,
): Promise<KindFitted> {
  const { group, hasStatus } = resource;
  const isValidated = !isOfKubernetes(group);
  const fit = (trialServer: TrialServer): Promise<KindFitted> =>
    fitKind({ schema, hasStatus, isValidated, trialServer });
  const body = "spec" in nodeOf(schema.root, schema).properties ? "spec" : "root";
  return tryOn === undefined ? fit(noTrialServer) : tryOn({ ...resource, body }, fit);
}

/** Reports that the status of a kind cannot be written separately, because this limits the tests. */
function tellStatus(
  name: string,
  {
    resource: { hasStatus },
    schema,
    options: { remark },
  }: Pick<FittingOf, "options" | "resource"> & { readonly schema: ServedSchema | undefined },
): void {
  if (schema === undefined) return;
  if (hasStatus) {
    if (holdsStatus(nodeOf(schema.root, schema).properties["status"], schema)) return;
    remark?.(
      `${name} has a status subresource, but no status properties in its schema: every written status is dropped, so only spec writes are tested`,
    );
    return;
  }
  if (!("status" in nodeOf(schema.root, schema).properties)) return;
  remark?.(
    `${name} has a status but no status subresource: a spec write can change its status, and changes to spec and status increase its generation; only spec writes are tested`,
  );
}

function withoutStatusOf(
  { hasStatus }: ServedResource,
  { withoutStatus }: Fitted,
): Pick<RestKind, "lacksStatusSamples" | "withoutStatus"> {
  if (withoutStatus !== undefined) return { withoutStatus, lacksStatusSamples: true };
  return {
    withoutStatus: hasStatus
      ? "the schema of the kind has no status properties, so every written status is dropped"
      : "the kind has no status subresource",
  };
}

const always = (): boolean => true;
const never = (): boolean => false;

async function byHand(
  name: string,
  { samples, resource }: { readonly samples: KindSamples; readonly resource: ServedResource },
): Promise<Fitted> {
  const { counter, statuses } = samples;
  const values = statuses.map(({ [counter]: value = null }) => ({ [counter]: value }));
  const isCount = values.every((status) => typeof status[counter] === "number");
  if (isCount || !resource.hasStatus) return { isFitted: true, samples, body: "spec" };
  const form = { always: {}, standIn: {}, defaults: {} };
  const counted = await fitCounter({
    statuses: values,
    form,
    trialServer: noTrialServer,
    admits: always,
    isIdentity: never,
    isRestricted: never,
  });
  if (counted?.counterForm === undefined) {
    throw new KindRefused(`the counter ${counter} of ${name} cannot store a count`, {
      fix: "Choose a status property that is an integer, a string or a timestamp, or a list that contains one of these.",
    });
  }
  const statusForm = { ...form, counter: counted.counterForm };
  return { isFitted: true, samples, body: "spec", statusForm };
}

/**
 * Rejects a kind whose objects a running controller writes. Concurrent status writes by that controller would cause
 * false positives.
 */
async function refuseControlled(name: string, ask: Ask): Promise<void> {
  const lease = await ask({
    method: "GET",
    path: "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager",
    query: {},
  });
  if (lease === undefined) return;
  throw new KindRefused(`kube-controller-manager is running and also writes to ${name}`, {
    fix: `Test ${name} on a server without kube-controller-manager, such as a server started by envtest. If kube-controller-manager is stopped, set isControlled: false with --kind-file.`,
  });
}
