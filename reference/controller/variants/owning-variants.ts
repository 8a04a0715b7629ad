import { createHash } from "node:crypto";
import type { Resource } from "#contract";
import {
  correctOwningRules,
  ownerLabel,
  owningReconciler,
} from "../controllers/owned-config-maps.ts";
import type { OwningRules } from "../controllers/owned-config-maps.ts";
import { isReady } from "../status-writer/condition.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const ownedConfigMaps = { kind: "ConfigMap", label: ownerLabel } as const;

export const ownedBuckets = { kind: "Bucket", label: ownerLabel } as const;

const revisionCharacters = 6;

/** The rules of a controller that creates a ConfigMap for each replica that a spec requests. */
export const owningReplicasRules: OwningRules = {
  ...correctOwningRules,
  numberFor: ({ spec }) => (typeof spec?.["replicas"] === "number" ? spec["replicas"] : 1),
  nameFor: (owner, index) => `${correctOwningRules.nameFor(owner, index)}-${index}`,
  isMade: (owner, owned, index) => {
    const name = owningReplicasRules.nameFor(owner, index);
    return owned.some((one) => one.owner === owner.metadata.uid && one.key.name === name);
  },
};

/** The rules of a controller that creates ConfigMaps for each spec, and keeps those of earlier specs. */
export const owningRevisionsRules: OwningRules = {
  ...owningReplicasRules,
  nameFor: (owner, index) => {
    const revision = createHash("sha256").update(JSON.stringify(owner.spec)).digest("hex");
    return `${owningReplicasRules.nameFor(owner, index)}-${revision.slice(0, revisionCharacters)}`;
  },
  isMade: (owner, owned, index) => {
    const name = owningRevisionsRules.nameFor(owner, index);
    return owned.some(({ key }) => key.name === name);
  },
  trims: () => false,
};

/** The rules of a controller whose objects are ready only while the buckets that they own are ready. */
export const owningBucketRules: OwningRules = {
  ...correctOwningRules,
  owned: { kind: "Bucket", spec: { instance: "instance-a", region: "north", quotaMebibytes: 64 } },
  mayBeReady: (_owner, bucket) => isReady(bucket?.status),
};

/** Creates a ConfigMap for each Deployment. Calls `rulesFor` once per process. */
export function owningChange(
  rulesFor: () => OwningRules,
): (rules: ControllerRules) => Partial<ControllerRules> {
  return () => ({
    reconcilers: (correct, _writing, target) => {
      const rules = rulesFor();
      return correct.map((reconciler) =>
        reconciler.kind === "Deployment" ? owningReconciler(reconciler, target, rules) : reconciler,
      );
    },
  });
}

/** Time between the creations of the ConfigMaps of an object, in milliseconds: two to three idle times of the suite. */
const gapMs = 1_200;

/** Longer than the suite observes a new object after its final state, in milliseconds. */
export const unseenGapMs = 3_000;

/** Creates a ConfigMap for each replica, one after another, and reports no readiness. */
export function owningSlowlyChange(pauseMs = gapMs): Partial<ControllerRules> {
  return {
    reconcilers: (_correct, _writing, target) => [
      owningReconciler(withoutReadiness, target, { ...owningReplicasRules, gapMs: pauseMs }),
    ],
  };
}

const withoutReadiness: Reconciler = {
  kind: "Deployment",
  reconcile: (staged) => {
    staged.set("replicas", owningReplicasRules.numberFor?.(staged.object) ?? 1);
    return Promise.resolve();
  },
  forget: () => {},
};

/** Creates a ConfigMap and a Bucket for each Deployment. */
export function owningTwoKindsChange(
  changed: Partial<OwningRules> = {},
): (rules: ControllerRules) => Partial<ControllerRules> {
  const owned = { kind: "Bucket", spec: owningBucketRules.owned.spec };
  return () => ({
    reconcilers: (correct, _writing, target) =>
      correct.map((reconciler) => {
        if (reconciler.kind !== "Deployment") return reconciler;
        const first = owningReconciler(reconciler, target, correctOwningRules);
        return owningReconciler(first, target, { ...correctOwningRules, owned, ...changed });
      }),
  });
}

/** Creates a Bucket for each Deployment, and resyncs after `resyncMs`, in milliseconds. */
export function owningBucketsChange(
  changed: Partial<OwningRules> = {},
  resyncMs = 200,
): (rules: ControllerRules) => Partial<ControllerRules> {
  return (rules) => ({
    ...owningChange(() => ({ ...owningBucketRules, ...changed }))(rules),
    loop: { ...rules.loop, resyncMs },
  });
}

interface OwningVariant extends Omit<FaultyVariant, "change" | "kind" | "owns"> {
  readonly mistake: () => Partial<OwningRules>;
}

function owningVariant({ mistake, ...variant }: OwningVariant): FaultyVariant {
  return {
    ...variant,
    kind: "Deployment",
    owns: ownedConfigMaps,
    change: owningChange(() => ({ ...correctOwningRules, ...mistake() })),
  };
}

/** Time for which a created object may be missing from the cache, in milliseconds. */
const patienceMs = 400;

let names = 0;

function generatedName({ metadata: { name, uid } }: Resource): string {
  names += 1;
  return `${name}-${uid.slice(0, 4)}-${names}`;
}

/** Reports readiness regardless of the readiness of the owned bucket. */
function unheedingVariant(
  variant: Pick<FaultyVariant, "name" | "summary">,
  mayBeReady: NonNullable<OwningRules["mayBeReady"]>,
): FaultyVariant {
  return {
    ...variant,
    breaks: ["controller.ready-agrees-with-owned"],
    kind: "Deployment",
    owns: ownedBuckets,
    scenarios: ["agrees-with-the-readiness-of-what-it-owns"],
    change: owningBucketsChange({ mayBeReady }),
  };
}

export const owningVariants: readonly FaultyVariant[] = [
  unheedingVariant(
    {
      name: "is-ready-once-what-it-owns-exists",
      summary: "Reports readiness as soon as the object that it created exists.",
    },
    (_owner, bucket) => bucket !== undefined,
  ),
  unheedingVariant(
    {
      name: "stays-ready-once-what-it-owns-was-ready",
      summary: "Waits until the object that it created is ready, and then never checks it again.",
    },
    (owner, bucket) => isReady(owner?.status) || isReady(bucket?.status),
  ),
  owningVariant({
    name: "makes-owned-objects-twice",
    summary: "Remembers only in memory which objects it has created, and generates their names.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["goes-on-after-a-restart"],
    mistake: () => {
      const made = new Set<string>();
      return {
        nameFor: generatedName,
        isMade: ({ metadata }) => made.has(metadata.uid),
        made: ({ metadata }) => void made.add(metadata.uid),
      };
    },
  }),
  owningVariant({
    name: "makes-one-more-after-a-restart",
    summary:
      "Creates a ConfigMap for each replica, and remembers only in memory which of them it has created.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["goes-on-after-a-restart"],
    mistake: () => {
      const made = new Map<string, number>();
      return {
        ...owningReplicasRules,
        nameFor: generatedName,
        trims: () => false,
        isMade: ({ metadata }, _owned, index) => index < (made.get(metadata.uid) ?? 0),
        made: ({ metadata }, index) => void made.set(metadata.uid, index + 1),
      };
    },
  }),
  owningVariant({
    name: "keeps-too-many-after-missed-changes",
    summary:
      "Creates a ConfigMap for each replica, and deletes surplus ones only if it has seen the larger number itself.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["catches-up-on-changes-while-it-was-down"],
    mistake: () => {
      const seen = new Map<string, number>();
      return {
        ...owningReplicasRules,
        trims: (owner) => {
          const { uid } = owner.metadata;
          const number = owningReplicasRules.numberFor?.(owner) ?? 1;
          const isSmaller = number < (seen.get(uid) ?? 0);
          seen.set(uid, number);
          return isSmaller;
        },
      };
    },
  }),
  owningVariant({
    name: "keeps-surplus-objects",
    summary: "Creates a ConfigMap for each replica, and never deletes surplus ones.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["ends-the-same-on-each-path"],
    mistake: () => ({ ...owningReplicasRules, trims: () => false }),
  }),
  owningVariant({
    name: "keeps-surplus-objects-of-none",
    summary:
      "Creates a ConfigMap for each replica, and deletes surplus ones unless the spec requests no replicas.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["ends-the-same-on-each-path"],
    mistake: () => ({
      ...owningReplicasRules,
      trims: (owner) => owningReplicasRules.numberFor?.(owner) !== 0,
    }),
  }),
  owningVariant({
    name: "repairs-only-if-nothing-is-left",
    summary:
      "Creates a ConfigMap for each replica, and recreates deleted ones only if the object has none left.",
    breaks: ["controller.ready-agrees-with-owned"],
    scenarios: ["makes-nothing-twice-while-events-are-late"],
    mistake: () => {
      const made = new Map<string, number>();
      return {
        ...owningReplicasRules,
        numberFor: (owner) => {
          const { uid } = owner.metadata;
          const number = owningReplicasRules.numberFor?.(owner) ?? 1;
          made.set(uid, Math.min(made.get(uid) ?? 0, number));
          return number;
        },
        isMade: ({ metadata: { uid } }, owned, index) =>
          index < (made.get(uid) ?? 0) && owned.some(({ owner }) => owner === uid),
        made: ({ metadata: { uid } }, index) =>
          void made.set(uid, Math.max(made.get(uid) ?? 0, index + 1)),
      };
    },
  }),
  {
    name: "leaves-one-of-two-kinds-behind",
    summary: "Creates objects of two kinds, and leaves those of the second kind behind.",
    breaks: ["controller.owned-objects-match"],
    kind: "Deployment",
    owns: [ownedConfigMaps, ownedBuckets],
    scenarios: ["keeps-what-it-owns"],
    change: owningTwoKindsChange({ collects: false }),
  },
  owningVariant({
    name: "leaves-owned-objects-behind",
    summary: "Leaves an owned object behind when its owner is deleted.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["keeps-what-it-owns"],
    mistake: () => ({ collects: false }),
  }),
  owningVariant({
    name: "is-ready-without-what-it-owns",
    summary: "Ignores the deletion of the object that it created, and keeps reporting readiness.",
    breaks: ["controller.ready-agrees-with-owned"],
    scenarios: ["keeps-what-it-owns"],
    mistake: () => ({ repairs: false }),
  }),
  owningVariant({
    name: "expects-events-too-soon",
    summary:
      "Generates names, and shortly after creating an object trusts a cache that may not contain it yet.",
    breaks: ["controller.owned-objects-match"],
    scenarios: ["makes-nothing-twice-while-events-are-late"],
    mistake: () => {
      const madeMs = new Map<string, number>();
      return {
        nameFor: generatedName,
        isMade: (owner, owned, index) => {
          const { uid } = owner.metadata;
          const isExpected = performance.now() - (madeMs.get(uid) ?? -Infinity) < patienceMs;
          return isExpected || correctOwningRules.isMade(owner, owned, index);
        },
        made: ({ metadata }) => void madeMs.set(metadata.uid, performance.now()),
      };
    },
  }),
];
