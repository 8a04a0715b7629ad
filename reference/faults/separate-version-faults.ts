import { describeKey, jsonEquals } from "#contract";
import { acceptingStale, acceptingStaleStatus, patchWays } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import type { Change, WriteOutcome, WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";

type Part = "spec" | "metadata" | "status";

interface Replaced {
  readonly version: number;
  readonly part: Part | "creation";
}

interface Separately {
  readonly isMeant: (request: WriteRequest) => boolean;
  readonly without: Part;
}

const staleSpec = "concurrency.stale-spec-write-conflicts";

/** The number of replaced versions that the server remembers for each object. */
const remembered = 10;

export const separateVersionFaults: readonly Fault[] = [
  defineFault({
    name: "spec-write-misses-spec-writes",
    summary: "An author's write conflicts only if a status write has replaced its version.",
    breaks: [staleSpec],
    change: (rules) =>
      comparing(rules, { isMeant: ({ verb }) => verb === "update", without: "spec" }),
  }),
  defineFault({
    name: "spec-write-misses-metadata-writes",
    summary:
      "An author's write does not conflict if only metadata writes have replaced its version.",
    breaks: [staleSpec],
    requires: ["labels.write"],
    change: (rules) =>
      comparing(rules, { isMeant: ({ verb }) => verb === "update", without: "metadata" }),
  }),
  defineFault({
    name: "status-write-misses-metadata-writes",
    summary: "A status write does not conflict if only metadata writes have replaced its version.",
    breaks: ["concurrency.stale-status-write-conflicts"],
    requires: ["labels.write"],
    mayBreak: [
      "concurrency.stale-merge-patch-conflicts",
      "concurrency.stale-json-patch-conflicts",
      "concurrency.stale-apply-conflicts",
    ],
    change: (rules) =>
      comparing(rules, { isMeant: ({ verb }) => verb === "updateStatus", without: "metadata" }),
  }),
  defineFault({
    name: "status-patch-misses-spec-writes",
    summary: "A status patch does not conflict if only spec writes have replaced its version.",
    breaks: [
      "concurrency.stale-merge-patch-conflicts",
      "concurrency.stale-json-patch-conflicts",
      "concurrency.stale-apply-conflicts",
    ],
    // A patch may lose the race against a spec write.
    mayBreak: ["concurrency.spec-and-status-share-the-version"],
    requires: [],
    through: patchWays,
    change: (rules) =>
      comparing(rules, {
        isMeant: ({ form }) => form === "merge" || form === "json" || form === "apply",
        without: "spec",
      }),
  }),
  defineFault({
    name: "deletion-misses-status-writes",
    summary: "A deletion does not conflict if only status writes have replaced its version.",
    breaks: ["concurrency.stale-deletion-conflicts"],
    change: (rules) =>
      comparing(rules, { isMeant: ({ verb }) => verb === "delete", without: "status" }),
  }),
  defineFault({
    name: "spec-write-reaches-successor",
    summary: "A spec write with a version of a deleted object changes the recreated object.",
    breaks: ["concurrency.old-incarnation-write-conflicts"],
    requires: ["delete"],
    change: (rules) => {
      const owners = new Map<string, string>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.request.verb !== "delete") {
            owners.set(
              `${describeKey(outcome.request.key)} ${outcome.version}`,
              outcome.after.metadata.uid,
            );
          }
          return rules.announce(outcome);
        },
        precondition: acceptingStale(rules, ({ verb, key, resourceVersion }, stored) => {
          const owner = owners.get(`${describeKey(key)} ${resourceVersion}`);
          return verb === "update" && owner !== undefined && owner !== stored?.metadata.uid;
        }),
      };
    },
  }),
  defineFault({
    name: "old-versions-forgotten",
    summary:
      "A status write with a version that was replaced more than ten writes ago is accepted.",
    line: "second",
    breaks: ["concurrency.stale-status-write-conflicts"],
    change: (rules) => {
      const replaced = new Map<string, readonly string[]>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.before !== undefined) {
            const { uid, resourceVersion } = outcome.before.metadata;
            replaced.set(uid, [...(replaced.get(uid) ?? []), resourceVersion]);
          }
          return rules.announce(outcome);
        },
        precondition: acceptingStaleStatus(rules, ({ resourceVersion }, stored) => {
          const versions = replaced.get(stored?.metadata.uid ?? "") ?? [];
          return versions.slice(0, -remembered).includes(resourceVersion ?? "");
        }),
      };
    },
  }),
];

function partOf({ request, before, after }: Change): Replaced["part"] {
  if (before === undefined || after === undefined) return "creation";
  if (request.verb === "updateStatus") return "status";
  return jsonEquals(before.spec ?? null, after.spec ?? null) ? "metadata" : "spec";
}

/** Stores one version for each part of an object, and compares the version of a write without that of one part. */
function comparing(rules: Rules, { isMeant, without }: Separately): Partial<Rules> {
  const changes = new Map<string, Replaced[]>();
  const record = (outcome: WriteOutcome): void => {
    if (outcome.result !== "committed") return;
    const { uid } = outcome.after.metadata;
    const change = { version: outcome.version, part: partOf(outcome) };
    changes.set(uid, [...(changes.get(uid) ?? []), change]);
  };
  return {
    announce: (outcome) => {
      record(outcome);
      return rules.announce(outcome);
    },
    precondition: acceptingStale(rules, (request, stored) => {
      const all = changes.get(stored?.metadata.uid ?? "") ?? [];
      const known = all.findIndex(({ version }) => String(version) === request.resourceVersion);
      const later = all.slice(known + 1);
      return known !== -1 && isMeant(request) && later.every(({ part }) => part === without);
    }),
  };
}
