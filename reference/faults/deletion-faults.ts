import { describeKey, keyOf } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { JsonObject, Resource } from "#contract";
import { refuse } from "../values/refusal.ts";

export const deletionIgnoresFinalizers = defineFault({
  name: "deletion-ignores-finalizers",
  summary: "Deleting an object with finalizers removes it immediately.",
  breaks: ["deletion.waits-for-finalizers"],
  change: () => ({
    terminatingObject: () => undefined,
  }),
});

export const deletionKeepsObject = defineFault({
  name: "deletion-keeps-object",
  summary: "An accepted deletion of an object without finalizers removes nothing.",
  breaks: ["watch.deletion-is-deleted"],
  change: (rules) => ({
    terminatingObject: (request, stored, deletionTimestamp) =>
      rules.terminatingObject(request, stored, deletionTimestamp) ?? stored,
    isFinished: (request, after) => request.verb !== "delete" && rules.isFinished(request, after),
  }),
});

export const deletionRequestErasesStatus = defineFault({
  name: "deletion-request-erases-status",
  summary: "Deleting an object with finalizers erases its status.",
  breaks: ["deletion.waits-for-finalizers"],
  change: (rules) => ({
    terminatingObject: (request, stored, deletionTimestamp) => {
      const left = rules.terminatingObject(request, stored, deletionTimestamp);
      if (left === undefined) return undefined;
      const { status: _erased, ...rest } = left;
      return rest;
    },
  }),
});

export const lastFinalizerEmitsModified = defineFault({
  name: "last-finalizer-emits-modified",
  summary:
    "The write that removes the last finalizer causes a MODIFIED event and then a DELETED event.",
  breaks: ["watch.last-finalizer-is-deleted"],
  change: (rules) => ({
    announce: (outcome) =>
      rules
        .announce(outcome)
        .flatMap((entry) =>
          entry.type === "DELETED" && outcome.request.verb !== "delete"
            ? [{ ...entry, type: "MODIFIED" as const }, entry]
            : [entry],
        ),
  }),
});

export const deletionRequestIsSilent = defineFault({
  name: "deletion-request-is-silent",
  summary: "A delete request for an object with a finalizer marks the object, but causes no event.",
  breaks: ["watch.one-event-per-write"],
  change: (rules) => ({
    announce: (outcome) => {
      const isMark =
        outcome.result === "committed" && outcome.request.verb === "delete" && !outcome.isRemoval;
      return isMark ? [] : rules.announce(outcome);
    },
  }),
});

export const recreatedObjectInheritsStatus = defineFault({
  name: "recreated-object-inherits-status",
  summary: "A recreated object has the status of its predecessor.",
  breaks: ["deletion.successor-starts-afresh"],
  change: (rules) => {
    const statuses = new Map<string, JsonObject>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        if (last.status !== undefined) statuses.set(describeKey(keyOf(last)), last.status);
        return last;
      },
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        const status = statuses.get(describeKey(request.key));
        return status === undefined ? object : { ...object, status };
      },
    };
  },
});

const writesToLive = 3;

export const statusExpires = defineFault({
  name: "status-expires",
  summary: "The third consecutive spec or metadata write erases the status.",
  breaks: ["allocation.survives-other-writes", "isolation.spec-write-never-changes-status"],
  change: (rules) => {
    const ages = new Map<string, number>();
    return {
      updateStatus: (request, stored, status) => {
        ages.delete(stored.metadata.uid);
        return rules.updateStatus(request, stored, status);
      },
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const age = (ages.get(stored.metadata.uid) ?? 0) + 1;
        ages.set(stored.metadata.uid, age);
        if (age < writesToLive) return updated;
        const { status: _expired, ...rest } = updated;
        return rest;
      },
    };
  },
});

export const statusWriteClearsDeletionTime = defineFault({
  name: "status-write-clears-deletion-time",
  summary: "A status write cancels a pending deletion.",
  breaks: ["write.keeps-deletion-time"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { deletionTimestamp: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

export const statusWriteDropsFinalizers = defineFault({
  name: "status-write-drops-finalizers",
  summary: "A status write removes all finalizers.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { finalizers: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

export const statusWriteRefusedWhileTerminating = defineFault({
  name: "status-write-refused-while-terminating",
  summary: "A status write to a terminating object is rejected with a conflict.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    precondition: (request, stored) =>
      request.verb === "updateStatus" && stored?.metadata.deletionTimestamp !== undefined
        ? refuse("CONFLICT", "The object is being deleted.")
        : rules.precondition(request, stored),
  }),
});

export const statusWriteResurrects = defineFault({
  name: "status-write-resurrects",
  summary: "A status write to a deleted object restores it from its last state.",
  breaks: ["deletion.nothing-comes-back"],
  change: (rules) => {
    const deleted = new Map<string, Resource>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        deleted.set(describeKey(keyOf(last)), last);
        return last;
      },
      existence: (request, stored) =>
        request.verb === "updateStatus" && deleted.has(describeKey(request.key))
          ? undefined
          : rules.existence(request, stored),
      createObject: (request, stamp) => {
        const last = deleted.get(describeKey(request.key));
        return request.verb === "updateStatus" && last !== undefined
          ? rules.updateStatus(request, last, request.content.status ?? {})
          : rules.createObject(request, stamp);
      },
    };
  },
});
