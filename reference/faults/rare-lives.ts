import { describeKey, uid } from "#contract";
import { deletedObjects, oneIn } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { refuse } from "../values/refusal.ts";

export const rareLives: readonly Fault[] = [
  defineFault({
    name: "creation-tells-another-uid-one-in-20",
    summary:
      "One in 20 create requests returns a uid that differs from the uid of the created object.",
    phase: "history",
    breaks: [
      "deletion.successor-starts-afresh",
      "concurrency.old-incarnation-write-conflicts",
      "concurrency.version-changes-with-content",
    ],
    requires: [],
    change: (rules) => {
      const isRare = oneIn(20);
      return {
        reply: (request, stored) => {
          const object = rules.reply(request, stored);
          if (request.verb !== "create" || !isRare()) return object;
          const proposed = uid(`proposed-${object.metadata.uid}`);
          return { ...object, metadata: { ...object.metadata, uid: proposed } };
        },
      };
    },
  }),
  defineFault({
    name: "deleted-object-read-one-in-20",
    summary: "One in 20 reads of a deleted object returns its last state.",
    phase: "history",
    breaks: ["deletion.nothing-comes-back"],
    change: (rules) => {
      const isRare = oneIn(20);
      const { announce, lastOf } = deletedObjects(rules);
      return {
        announce,
        read: (access, states) => {
          const last = lastOf(access.name ?? "");
          if (states === undefined && last?.kind === access.kind && isRare()) return last;
          return rules.read(access, states);
        },
      };
    },
  }),
  defineFault({
    name: "last-version-of-deleted-accepted",
    summary:
      "A status write with the last version of a deleted object is stored in the recreated object.",
    phase: "history",
    breaks: [
      "concurrency.old-incarnation-write-conflicts",
      "deletion.nothing-comes-back",
      "concurrency.one-winner",
      "deletion.successor-starts-afresh",
    ],
    requires: ["delete"],
    change: (rules) => {
      const last = new Map<string, string>();
      return {
        announce: (outcome) => {
          if (outcome.result === "committed" && outcome.isRemoval && outcome.before !== undefined) {
            last.set(describeKey(outcome.request.key), outcome.before.metadata.resourceVersion);
          }
          return rules.announce(outcome);
        },
        precondition: (request, stored) => {
          const isLast = last.get(describeKey(request.key)) === request.resourceVersion;
          const isWrite = request.verb === "updateStatus" && request.resourceVersion !== undefined;
          return isLast && isWrite ? undefined : rules.precondition(request, stored);
        },
      };
    },
  }),
  defineFault({
    name: "creation-replaces-existing-one-in-50",
    summary: "One in 50 create requests with the name of an existing object replaces that object.",
    phase: "history",
    breaks: [
      "errors.existing-name-already-exists",
      "concurrency.one-winner",
      "write.stores-submitted-status",
      "write.visible-to-later-reads",
      "watch.one-event-per-write",
    ],
    mayBreak: ["isolation.spec-write-never-changes-status"],
    change: (rules) => {
      const isRare = oneIn(50);
      return {
        existence: (request, stored) => {
          const refusal = rules.existence(request, stored);
          return refusal?.code === "ALREADY_EXISTS" && isRare() ? undefined : refusal;
        },
      };
    },
  }),
  defineFault({
    name: "free-name-called-taken-one-in-20",
    summary: "One in 20 create requests with a free name is rejected as if the name were taken.",
    phase: "history",
    breaks: ["errors.existing-name-already-exists"],
    change: (rules) => {
      const isRare = oneIn(20);
      return {
        existence: (request, stored) => {
          if (request.verb !== "create" || stored !== undefined || !isRare()) {
            return rules.existence(request, stored);
          }
          return refuse("ALREADY_EXISTS", "The name is still in use.");
        },
      };
    },
  }),
  defineFault({
    name: "deletion-acknowledged-twice-one-in-5",
    summary:
      "One in five delete requests for a missing object succeeds as if the object had just been deleted.",
    phase: "history",
    breaks: ["errors.missing-object-not-found", "concurrency.one-winner"],
    requires: ["delete"],
    change: (rules) => {
      const isRare = oneIn(5);
      const { announce, lastOf } = deletedObjects(rules);
      return {
        announce,
        refused: (request, refusal, stored) => {
          const last = lastOf(request.key.name);
          const isGone = request.verb === "delete" && refusal.code === "NOT_FOUND";
          if (isGone && last?.metadata.uid === request.uid && last !== undefined && isRare())
            return last;
          return rules.refused(request, refusal, stored);
        },
      };
    },
  }),
  defineFault({
    name: "uid-used-again-one-in-20",
    summary: "One object in 20 gets the uid of the previous object with its name.",
    phase: "history",
    breaks: ["deletion.successor-starts-afresh", "errors.missing-object-not-found"],
    change: (rules) => {
      const isRare = oneIn(20);
      const last = new Map<string, string>();
      return {
        allocateUid: (key) => {
          const before = last.get(describeKey(key));
          const allocated = before !== undefined && isRare() ? before : rules.allocateUid(key);
          last.set(describeKey(key), allocated);
          return allocated;
        },
      };
    },
  }),
];
