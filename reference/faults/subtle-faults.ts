import type { Fault } from "../store/fault.ts";
import { describeKey, jsonEquals, keyOf } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { JsonObject, Uid } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { patchWays } from "./fault-parts.ts";

/** Faults that no single scenario reveals, only a sequence of commands. */
export const subtleFaults: readonly Fault[] = [
  defineFault({
    name: "fifth-no-op-takes-version",
    summary: "The fifth consecutive write that changes nothing is stored and gets a new version.",
    breaks: ["concurrency.no-op-keeps-version"],
    phase: "property",
    change: (rules) => {
      const repeated = new Map<string, number>();
      return {
        isNoOp: (request, before, after) => {
          const isSame = rules.isNoOp(request, before, after);
          const { uid } = before.metadata;
          const count = isSame ? (repeated.get(uid) ?? 0) + 1 : 0;
          repeated.set(uid, count);
          return isSame && count < 5;
        },
      };
    },
  }),
  defineFault({
    name: "status-write-uses-old-uid",
    summary: "A status write to a recreated object gives the object the uid of its predecessor.",
    line: "second",
    breaks: ["write.keeps-identity"],
    requires: ["delete"],
    phase: "property",
    change: (rules) => {
      const deleted = new Map<string, Uid>();
      return {
        deletedObject: (stored, version) => {
          deleted.set(describeKey(keyOf(stored)), stored.metadata.uid);
          return rules.deletedObject(stored, version);
        },
        updateStatus: (request, stored, status) => {
          const updated = rules.updateStatus(request, stored, status);
          const uid = deleted.get(describeKey(request.key)) ?? updated.metadata.uid;
          return { ...updated, metadata: { ...updated.metadata, uid } };
        },
      };
    },
  }),
  defineFault({
    name: "resume-at-deletion-skips-next",
    summary:
      "A watch that resumes from the version of a deletion loses the next event for the same name.",
    breaks: ["watch.resumes-after-version"],
    requires: ["watch.resume", "delete"],
    phase: "property",
    change: (rules) => ({
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        const deletion = retained.find(
          ({ type, version }) => type === "DELETED" && version === after,
        );
        if (deletion === undefined) return replayed;
        const { name } = deletion.object.metadata;
        const next = replayed.findIndex(({ object }) => object.metadata.name === name);
        return next === -1 ? replayed : replayed.toSpliced(next, 1);
      },
    }),
  }),
  defineFault({
    name: "patched-report-loses-conditions",
    summary: "A spec write erases the conditions of a status that was written and then patched.",
    breaks: ["isolation.spec-write-never-changes-status"],
    requires: ["status.conditions"],
    through: patchWays,
    phase: "property",
    change: (rules) => {
      const unmarked = new Set<string>();
      const patched = new Set<string>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.request.verb === "updateStatus") {
            const { uid } = outcome.after.metadata;
            const isPatch = ["merge", "json", "apply"].includes(outcome.request.form);
            if (isPatch && unmarked.has(uid)) patched.add(uid);
            if (!isPatch) {
              unmarked.add(uid);
              patched.delete(uid);
            }
          }
          return rules.announce(outcome);
        },
        updateObject: (request, stored) => {
          const updated = rules.updateObject(request, stored);
          const { status } = updated;
          if (status === undefined || !patched.has(stored.metadata.uid)) return updated;
          const { conditions: _lost, ...kept } = status;
          return { ...updated, status: kept };
        },
      };
    },
  }),
  defineFault({
    name: "label-write-keeps-status-version",
    summary: "A status write is accepted although a label change has replaced its version.",
    breaks: ["concurrency.stale-status-write-conflicts"],
    through: ["labels.write"],
    phase: "property",
    change: (rules) => {
      const still = new Map<string, string>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed") {
            const { request, before, after } = outcome;
            const isOfLabels =
              request.verb === "update" &&
              request.content.spec === undefined &&
              request.content.labels !== undefined;
            if (isOfLabels && before !== undefined) {
              still.set(after.metadata.uid, before.metadata.resourceVersion);
            } else still.delete(after.metadata.uid);
          }
          return rules.announce(outcome);
        },
        precondition: (request, stored) => {
          const isPlain = request.form === "partial" || request.form === "replace";
          const isStill =
            stored !== undefined &&
            request.resourceVersion !== undefined &&
            request.resourceVersion === still.get(stored.metadata.uid);
          return request.verb === "updateStatus" && isPlain && isStill
            ? undefined
            : rules.precondition(request, stored);
        },
      };
    },
  }),
  /** The server mistakes a dry run after a refusal for a retry of the rejected write. */
  defineFault({
    name: "dry-run-after-refusal-stores",
    summary: "A dry run of a status write is stored if the previous write was rejected.",
    line: "second",
    breaks: ["write.dry-run-stores-nothing"],
    phase: "property",
    change: (rules) => {
      const refused = new Set<string>();
      return {
        announce: (outcome) => {
          const key = describeKey(outcome.request.key);
          if (outcome.result === "refused" && outcome.request.verb === "updateStatus") {
            refused.add(key);
          } else refused.delete(key);
          return rules.announce(outcome);
        },
        isDryRun: (request) => rules.isDryRun(request) && !refused.has(describeKey(request.key)),
      };
    },
  }),
  defineFault({
    name: "single-members-overwrite-each-other",
    summary:
      "The third partial write of a single field drops the field that the first such write set.",
    breaks: ["write.omitted-members-unchanged"],
    phase: "property",
    change: (rules) => {
      const buffered = new Map<string, readonly string[]>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed") {
            const { uid } = outcome.after.metadata;
            const single = singleMember(outcome.request);
            const earlier = (buffered.get(uid) ?? []).filter((member) => member !== single);
            if (single === undefined) buffered.delete(uid);
            else buffered.set(uid, [...earlier, single].slice(-2));
          }
          return rules.announce(outcome);
        },
        updateStatus: (request, stored, status) => {
          const members = buffered.get(stored.metadata.uid) ?? [];
          const single = singleMember(request);
          const [oldest] = members;
          const isFull = members.length === 2 && single !== undefined && !members.includes(single);
          const isLost = isFull && oldest !== undefined;
          return rules.updateStatus(request, stored, isLost ? without(status, oldest) : status);
        },
      };
    },
  }),
  defineFault({
    name: "fifth-read-loses-conditions",
    summary:
      "After four reads of the same version, further reads show the status without its conditions.",
    line: "second",
    breaks: ["write.visible-to-later-reads"],
    requires: ["status.conditions"],
    phase: "property",
    change: (rules) => {
      const reads = new Map<string, number>();
      return {
        read: (access, states) => {
          const object = rules.read(access, states);
          if (object?.status === undefined) return object;
          const { uid, resourceVersion } = object.metadata;
          const version = `${uid} ${resourceVersion}`;
          const count = (reads.get(version) ?? 0) + 1;
          reads.set(version, count);
          if (count < 5) return object;
          const { conditions: _lost, ...status } = object.status;
          return { ...object, status };
        },
      };
    },
  }),
  defineFault({
    name: "status-write-restores-older-labels",
    summary:
      "A status write restores the labels that the object had at the preceding status write.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    requires: ["labels.write"],
    phase: "property",
    change: (rules) => {
      const cached = new Map<string, Readonly<Record<string, string>>>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.request.verb === "updateStatus") {
            const { uid, labels = {} } = outcome.after.metadata;
            cached.set(uid, labels);
          }
          return rules.announce(outcome);
        },
        updateStatus: (request, stored, status) => {
          const updated = rules.updateStatus(request, stored, status);
          const labels = cached.get(stored.metadata.uid);
          // An apply would be rejected, because other managers own the labels.
          if (labels === undefined || request.form === "apply") return updated;
          const { labels: current = {} } = updated.metadata;
          if (jsonEquals(labels, current)) return updated;
          return { ...updated, metadata: { ...updated.metadata, labels } };
        },
      };
    },
  }),
  defineFault({
    name: "spec-that-comes-back-not-counted",
    summary: "Restoring an earlier spec does not increment the generation.",
    breaks: ["generation.counts-spec-changes"],
    phase: "property",
    change: (rules) => {
      const specs = new Map<string, JsonObject[]>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.before?.spec !== undefined) {
            const { uid } = outcome.after.metadata;
            specs.set(uid, [...(specs.get(uid) ?? []), outcome.before.spec]);
          }
          return rules.announce(outcome);
        },
        generation: (change) => {
          const { before, after } = change;
          const earlier = specs.get(before?.metadata.uid ?? "") ?? [];
          const isKnown = earlier.some((spec) => jsonEquals(spec, after?.spec));
          const isChanged = !jsonEquals(before?.spec, after?.spec);
          return isKnown && isChanged
            ? (before?.metadata.generation ?? 1)
            : rules.generation(change);
        },
      };
    },
  }),
  defineFault({
    name: "repeated-patch-not-tested",
    summary:
      "The test operations of a JSON patch are skipped if the preceding write was a JSON patch that failed.",
    breaks: ["write.json-patch-failure-is-invalid"],
    phase: "property",
    change: (rules) => {
      const failed = new Set<string>();
      return {
        announce: (outcome) => {
          const key = describeKey(outcome.request.key);
          const isPatch = outcome.request.form === "json";
          const isInvalid = outcome.result === "refused" && outcome.refusal.code === "INVALID";
          if (isPatch && isInvalid) failed.add(key);
          else failed.delete(key);
          return rules.announce(outcome);
        },
        patchObject: (request, stored) => {
          const { operations } = request.content;
          if (operations === undefined || !failed.has(describeKey(request.key))) {
            return rules.patchObject(request, stored);
          }
          const untested = operations.filter(({ op }) => op !== "test");
          const content = { ...request.content, operations: untested };
          return rules.patchObject({ ...request, content }, stored);
        },
      };
    },
  }),
];

/** Returns the only field that a partial write sets, or undefined for other writes. */
function singleMember({ verb, form, content }: WriteRequest): string | undefined {
  const [member, ...others] = Object.entries(content.status ?? {});
  const isSingle = verb === "updateStatus" && form === "partial" && others.length === 0;
  return isSingle && member !== undefined && member[1] !== null ? member[0] : undefined;
}

function without(status: JsonObject, member: string): JsonObject {
  const { [member]: _lost, ...kept } = status;
  return kept;
}
