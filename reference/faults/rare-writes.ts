import { describeKey, keyOf, resourceVersion } from "#contract";
import { acceptOneStaleWriteIn, oneIn } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import { refuse, RefusedError } from "../values/refusal.ts";
import type { Resource } from "#contract";
import { GroupCommit } from "../values/group-commit.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";

export const conflictWithoutCauseOneIn200 = defineFault({
  name: "conflict-without-cause-one-in-200",
  summary: "One in 200 status writes with the current version is rejected with a conflict.",
  phase: "history",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      precondition: (request, stored) => {
        const refusal = rules.precondition(request, stored);
        if (refusal !== undefined || request.verb !== "updateStatus" || !isRare()) return refusal;
        return refuse("CONFLICT", "The transaction was rolled back.");
      },
    };
  },
});

const readsPerEntry = 20;

interface Cached {
  readonly object: Resource;
  readonly uid: string;
  reads: number;
}

export const genericReadsCached = defineFault({
  name: "generic-reads-cached",
  summary:
    "Generic reads of an object are cached: up to 20 reads miss writes through typed mutations.",
  line: "second",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: (rules) => {
    const cached = new Map<string, Cached>();
    return {
      read: (access, states) => {
        const shown = rules.read(access, states);
        if (access.style !== "generic" || shown === undefined) return shown;
        const key = describeKey(keyOf(shown));
        const known = cached.get(key);
        if (
          known !== undefined &&
          known.reads < readsPerEntry &&
          known.uid === shown.metadata.uid
        ) {
          known.reads += 1;
          return known.object;
        }
        cached.set(key, { object: shown, uid: shown.metadata.uid, reads: 1 });
        return shown;
      },
      announce: (outcome) => {
        const isGeneric = outcome.request.style === "generic";
        if (outcome.result === "committed" && isGeneric)
          cached.delete(describeKey(outcome.request.key));
        return rules.announce(outcome);
      },
    };
  },
});

const locks = 8;

/** Number of writers in a batch. Must exceed the number of locks. */
const together = 16;

const changedMeanwhile = refuse("CONFLICT", "The object was changed while it was being written.");

export const lockSkippedWhenCrowded = defineFault({
  name: "lock-skipped-when-crowded",
  summary:
    "A status write that arrives while eight others are in flight is stored without rechecking " +
    "its version.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.one-winner",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "errors.existing-name-already-exists",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => {
    const versions = new Map<string, string>();
    let running = 0;
    const storage = new GroupCommit(together);
    return {
      authorize: (access) => {
        storage.restartIdleTime();
        return rules.authorize(access);
      },
      beforeCommit: (request) => {
        if (request.verb !== "updateStatus") return rules.beforeCommit(request);
        const hasLock = running < locks;
        running += 1;
        return storage.turn().then(() => {
          running -= 1;
          const current = versions.get(describeKey(request.key)) ?? request.resourceVersion;
          if (hasLock && current !== request.resourceVersion)
            throw new RefusedError(changedMeanwhile);
        });
      },
      announce: (outcome) => {
        if (outcome.result === "committed") {
          versions.set(describeKey(outcome.request.key), outcome.after.metadata.resourceVersion);
        }
        return rules.announce(outcome);
      },
    };
  },
});

export const refusedWriteStoredOneIn100 = defineFault({
  name: "refused-write-stored-one-in-100",
  summary:
    "One status write in 100 is stored before its version is checked, and stays stored if it is rejected.",
  line: "second",
  phase: "history",
  breaks: ["isolation.refused-write-changes-nothing", "concurrency.version-changes-with-content"],
  change: (rules) => {
    const isRare = oneIn(100);
    return {
      writeSteps: (request) => {
        const steps = rules.writeSteps(request);
        if (request.verb !== "updateStatus" || !isRare()) return steps;
        return [...steps.filter((step) => step !== "precondition"), "precondition"];
      },
    };
  },
});

export const staleWriteAcceptedOneIn100 = defineFault({
  name: "stale-write-accepted-one-in-100",
  summary: "One stale status write in 100 is accepted.",
  line: "second",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: acceptOneStaleWriteIn(100),
});

export const staleWriteAcceptedOneIn1000 = defineFault({
  name: "stale-write-accepted-one-in-1000",
  summary: "One stale status write in 1,000 is accepted.",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: acceptOneStaleWriteIn(1_000),
});

export const tornReadOneIn200 = defineFault({
  name: "torn-read-one-in-200",
  summary: "One read in 200 shows the newest version with the preceding status.",
  phase: "history",
  breaks: ["concurrency.version-changes-with-content"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      read: (access, states) => {
        const shown = rules.read(access, states);
        const status = states?.previous?.status;
        return shown === undefined || status === undefined || !isRare()
          ? shown
          : { ...shown, status };
      },
    };
  },
});

export const versionComesBackOneIn50 = defineFault({
  name: "version-comes-back-one-in-50",
  summary: "One status write in 50 reuses an earlier version of its object.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.versions-advance",
    "concurrency.one-winner",
    "concurrency.version-changes-with-content",
  ],
  requires: [],
  change: (rules) => {
    const isRare = oneIn(50);
    /** The preceding version of each object, by uid. */
    const earlier = new Map<string, number>();
    return {
      nextVersion: (newest, change) => {
        const { request, before } = change;
        if (before === undefined) return rules.nextVersion(newest, change);
        const { metadata } = before;
        const back = earlier.get(metadata.uid);
        earlier.set(metadata.uid, Number(metadata.resourceVersion));
        const isBack = back !== undefined && request.verb === "updateStatus" && isRare();
        return isBack ? back : rules.nextVersion(newest, change);
      },
    };
  },
});

export const versionKeptOneIn200 = defineFault({
  name: "version-kept-one-in-200",
  summary: "One status write in 200 does not change the version of the object.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.version-changes-with-content",
    "concurrency.versions-advance",
    "write.stores-submitted-status",
    "watch.unique",
    "watch.event-carries-stored-object",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      nextVersion: (newest, change) => {
        const { request, before } = change;
        if (request.verb !== "updateStatus" || before === undefined || !isRare()) {
          return rules.nextVersion(newest, change);
        }
        return Number(before.metadata.resourceVersion);
      },
    };
  },
});

export const versionsGoBackOneIn100 = defineFault({
  name: "versions-go-back-one-in-100",
  summary:
    "One change in 100 skips a version, and the next change to the object gets the " +
    "skipped version.",
  phase: "history",
  breaks: ["concurrency.versions-advance"],
  requires: [],
  change: (rules) => {
    const isRare = oneIn(100);
    /** The skipped version of each object, by uid. */
    const omitted = new Map<string, number>();
    return {
      nextVersion: (newest, change) => {
        const owner = change.before?.metadata.uid;
        if (owner === undefined || change.after === undefined)
          return rules.nextVersion(newest, change);
        const late = omitted.get(owner);
        omitted.delete(owner);
        if (late !== undefined) return late;
        const version = rules.nextVersion(newest, change);
        if (!isRare()) return version;
        omitted.set(owner, version);
        return version + 1;
      },
    };
  },
});

export const writeDroppedOneIn200 = defineFault({
  name: "write-dropped-one-in-200",
  summary: "One status write in 200 is acknowledged with the unchanged version and not stored.",
  line: "second",
  phase: "history",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      isNoOp: (request, before, after) => {
        if (rules.isNoOp(request, before, after)) return true;
        return request.verb === "updateStatus" && isRare();
      },
    };
  },
});

export const writeStoredTwiceOneIn200 = defineFault({
  name: "write-stored-twice-one-in-200",
  summary:
    "One status write in 200 is stored with the version that follows the version in its response.",
  phase: "history",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.version-changes-with-content",
    "write.stores-submitted-status",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    const repeated = new WeakSet<WriteRequest>();
    return {
      nextVersion: (newest, change) => {
        const version = rules.nextVersion(newest, change);
        if (change.request.verb !== "updateStatus" || !isRare()) return version;
        repeated.add(change.request);
        return version + 1;
      },
      reply: (request, stored) => {
        const reply = rules.reply(request, stored);
        if (!repeated.has(request)) return reply;
        const first = String(Number(reply.metadata.resourceVersion) - 1);
        return {
          ...reply,
          metadata: { ...reply.metadata, resourceVersion: resourceVersion(first) },
        };
      },
    };
  },
});
