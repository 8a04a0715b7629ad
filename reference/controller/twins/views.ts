import type { JsonObject } from "#contract";
import { describeKey, jsonEquals, keyOf } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import { loopTwin } from "./define-twin.ts";
import type { Twin } from "./define-twin.ts";

/** Mistakes that show when the world is seen late, in part, or not at all. */
export const viewTwins: readonly Twin[] = [
  loopTwin({
    name: "trusts-its-old-cache",
    summary: "Looks again soon after each write, at what the cache had before it.",
    breaks: ["controller.acts-on-own-writes"],
    kind: "Deployment",
    scenarios: ["waits-for-its-own-write"],
    mistake: { awaitsOwnWrites: false, resyncMs: 300 },
  }),
  {
    name: "knows-objects-by-name",
    summary: "Grants what was first asked for under a name, also to an object that was made anew.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["tells-an-object-made-anew"],
    change: () => granting({ forgets: false }),
  },
  {
    name: "misses-who-came-between",
    summary: "Forgets what it granted under a name when the watch shows a deletion, and only then.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["finds-an-object-made-anew"],
    change: () => granting({ forgets: true }),
  },
  {
    name: "skips-what-it-has-done",
    summary: "Does nothing where the spec is the one that it reported on last.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["reports-on-what-came-back"],
    change: ({ report }) => {
      const done = new Map<string, JsonObject>();
      return {
        report: async (object, work, options) => {
          const { metadata, spec = {} } = object;
          const last = done.get(metadata.uid);
          if (last !== undefined && jsonEquals(last, spec)) return nothingReported;
          const reported = await report(object, work, options);
          done.set(metadata.uid, spec);
          return reported;
        },
      };
    },
  },
  {
    name: "marks-before-it-writes",
    summary: "Notes that a generation is done before it reports, and goes by that after a start.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Service",
    scenarios: ["begins-anew-after-a-crash-before-a-write"],
    change: ({ report }) => {
      const marked = new Map<string, number>();
      return {
        report: (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          if ((marked.get(uid) ?? -1) >= generation) return Promise.resolve(nothingReported);
          marked.set(uid, generation);
          return report(object, work, options);
        },
      };
    },
  },
];

const nothingReported = { result: undefined, flush: { flush: "unchanged", attempts: 0 } } as const;

/** Buckets get what was first asked for under their name. */
function granting({
  forgets,
}: {
  readonly forgets: boolean;
}): Pick<ControllerRules, "reconcilers"> {
  const first = new Map<string, JsonObject>();
  const remembering = (reconciler: Reconciler): Reconciler => ({
    ...reconciler,
    reconcile: async (staged, surroundings) => {
      await reconciler.reconcile(staged, surroundings);
      const { object } = staged;
      const name = describeKey(keyOf(object));
      // A change of its own request is followed: the mistake is about another object.
      const isNew = object.metadata.generation === 1;
      const known = isNew ? first.get(name) : undefined;
      const { spec = {} } = object;
      if (!first.has(name)) first.set(name, spec);
      const isGranted = typeof staged.changes().members["instance"] === "string";
      const instance = known?.["instance"];
      if (isGranted && instance !== undefined) staged.set("instance", instance);
    },
    forget: (object) => {
      if (forgets) first.delete(describeKey(keyOf(object)));
      reconciler.forget(object);
    },
  });
  return {
    reconcilers: (correct) =>
      correct.map((known) => (known.kind === "Bucket" ? remembering(known) : known)),
  };
}
