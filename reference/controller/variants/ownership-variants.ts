import { describeOutcome, keyOf } from "#contract";
import type { Resource, UpdateCommand } from "#contract";
import type { StatusWriting } from "../status-writer/flush-status.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import { statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const ownershipVariants: readonly FaultyVariant[] = [
  statusVariant({
    name: "writes-its-old-copy",
    summary: "After a conflict, resends the old status with the new version.",
    breaks: ["controller.foreign-fields-kept"],
    kind: "Bucket",
    scenarios: ["keeps-a-rival-member-on-conflict", "keeps-a-rival-condition-on-conflict"],
    mistake: () => ({ base: ({ started }) => started.status ?? {} }),
  }),
  statusVariant({
    name: "removes-unknown-members",
    summary: "Removes all status fields of other clients except conditions.",
    breaks: ["controller.foreign-fields-kept"],
    kind: "Bucket",
    scenarios: ["leaves-others-their-conditions"],
    mistake: () => ({
      base: ({ current }) => {
        const conditions = current.status?.["conditions"];
        return conditions === undefined ? {} : { conditions };
      },
    }),
  }),
  authoring({
    name: "corrects-the-spec",
    summary: "Overwrites a spec request that it cannot grant with one that it can.",
    breaks: ["controller.spec-untouched"],
    kind: "Bucket",
    scenarios: ["reports-on-each-change"],
    correction: ({ spec = {} }) => {
      const quota = spec["quotaMebibytes"];
      const isTooLarge = typeof quota === "number" && quota > 1024;
      return isTooLarge ? { spec: { ...spec, quotaMebibytes: 1024 } } : undefined;
    },
  }),
  authoring({
    name: "restores-labels",
    summary: "Restores the labels that an object had when the controller first read it.",
    breaks: ["controller.authored-metadata-untouched"],
    kind: "Deployment",
    scenarios: ["rests-while-nothing-changes"],
    correction: ({ metadata }, first) =>
      Object.keys(metadata.labels ?? {}).length === Object.keys(first.metadata.labels ?? {}).length
        ? undefined
        : { labels: first.metadata.labels ?? {} },
  }),
  authoring({
    name: "removes-labels",
    summary: "Removes all labels of an object.",
    breaks: ["controller.authored-metadata-untouched"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    correction: ({ metadata }) =>
      Object.keys(metadata.labels ?? {}).length === 0 ? undefined : { labels: {} },
  }),
  authoring({
    name: "keeps-its-finalizer",
    summary: "Adds a finalizer to each object and never removes it.",
    breaks: ["controller.finalizer-released"],
    kind: "Service",
    scenarios: ["reports-while-terminating"],
    correction: ({ metadata }) => {
      const { finalizers = [], deletionTimestamp } = metadata;
      const isHeld = finalizers.includes(ownFinalizer) || deletionTimestamp !== undefined;
      return isHeld ? undefined : { finalizers: [...finalizers, ownFinalizer] };
    },
  }),
  {
    name: "releases-only-once",
    summary: "Removes its finalizer, and does not check whether the write succeeded.",
    breaks: ["controller.finalizer-released"],
    kind: "Service",
    scenarios: ["releases-after-a-lost-write", "releases-after-a-crash"],
    change: () => {
      const tried = new Set<string>();
      return releasing({
        mayRelease: ({ metadata: { uid } }) => tried.size < tried.add(uid).size,
        isChecked: false,
      });
    },
  },
];

interface Releasing {
  /** Whether the controller removes its finalizer from a deleted object now. Always by default. */
  readonly mayRelease?: (object: Resource) => boolean;
  /** Whether a failure to change a finalizer is an error, after which the object is reconciled again. */
  readonly isChecked: boolean;
}

/** Adds a finalizer to each object, and removes it when the object is deleted. */
export function releasing({
  mayRelease = () => true,
  isChecked,
}: Releasing): Partial<ControllerRules> {
  const finalizersFor = (object: Resource): readonly string[] | undefined => {
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    const isOwn = finalizers.includes(ownFinalizer);
    if (deletionTimestamp === undefined) return isOwn ? undefined : [...finalizers, ownFinalizer];
    if (!isOwn || !mayRelease(object)) return undefined;
    return finalizers.filter((finalizer) => finalizer !== ownFinalizer);
  };
  return {
    reconcilers: (correct, writing) =>
      correct.map((reconciler) => ({
        ...reconciler,
        reconcile: async (staged, environment) => {
          await reconciler.reconcile(staged, environment);
          const finalizers = finalizersFor(staged.object);
          if (finalizers === undefined) return;
          const { signal } = environment;
          const { outcome } = await author(staged.object, { finalizers }, { writing, signal });
          if (isChecked && outcome.result !== "object") throw new Error(describeOutcome(outcome));
        },
      })),
  };
}

/** The finalizer that a controller adds because it has cleanup work. */
const ownFinalizer = "reference.example/address";

interface Authoring extends Omit<FaultyVariant, "change"> {
  readonly correction: (
    object: Resource,
    first: Resource,
  ) => Pick<UpdateCommand, "finalizers" | "labels" | "spec"> | undefined;
}

function authoring({ correction, ...variant }: Authoring): FaultyVariant {
  return {
    ...variant,
    change: () => {
      const seen = new Map<string, Resource>();
      const meddling = (reconciler: Reconciler, writing: StatusWriting): Reconciler => ({
        ...reconciler,
        reconcile: async (staged, driverEnvironment) => {
          await reconciler.reconcile(staged, driverEnvironment);
          const { signal } = driverEnvironment;
          const { object } = staged;
          const first = seen.get(object.metadata.uid) ?? object;
          seen.set(object.metadata.uid, first);
          const change = correction(object, first);
          if (change !== undefined) await author(object, change, { writing, signal });
        },
      });
      return {
        reconcilers: (correct, writing) =>
          correct.map((reconciler) => meddling(reconciler, writing)),
      };
    },
  };
}

async function author(
  object: Resource,
  change: NonNullable<ReturnType<Authoring["correction"]>>,
  { writing, signal }: { readonly writing: StatusWriting; readonly signal: AbortSignal },
): ReturnType<StatusWriting["target"]["execute"]> {
  const { resourceVersion } = object.metadata;
  const command: UpdateCommand = {
    verb: "update",
    identity: "author",
    key: keyOf(object),
    resourceVersion,
    ...change,
  };
  return await writing.target.execute(command, signal);
}
