import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { defineFault } from "../store/fault.ts";
import { acceptingStale, brokenByPauses, pausingBeforeCommit } from "./fault-parts.ts";
import { makeInputMemberOptional } from "../values/sdl.ts";

/** Delay in milliseconds. It lets every request of a burst pass the version check. */
const gapMs = 100;

/**
 * Number of event loop turns after the delay. On a busy machine, the delay can end before the process has read requests
 * that arrived meanwhile.
 */
const turnsAfterGap = 20;

async function waitForOthers(): Promise<void> {
  await wait(gapMs);
  for (let turn = 0; turn < turnsAfterGap; turn += 1) await nextTurn();
}

export const checkThenAct = defineFault({
  name: "check-then-act",
  summary: "Concurrent status writes all pass the version check and are stored.",
  breaks: brokenByPauses,
  mayBreak: ["concurrency.spec-and-status-share-the-version"],
  change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, waitForOthers) }),
});

export const specWriteChecksThenActs = defineFault({
  name: "spec-write-checks-then-acts",
  summary:
    "A spec write is stored 100 ms after its version check, regardless of intervening writes.",
  breaks: ["concurrency.spec-and-status-share-the-version"],
  mayBreak: brokenByPauses,
  change: (rules) => ({
    beforeCommit: (request) =>
      request.verb === "update" ? waitForOthers() : rules.beforeCommit(request),
  }),
});

export const conflictHidesVersion = defineFault({
  name: "conflict-hides-version",
  summary: "A conflict does not report the current version.",
  breaks: ["concurrency.conflict-tells-current-version"],
  change: (rules) => ({
    report: (refusal) => {
      const { currentResourceVersion: _hidden, ...rest } = refusal;
      return rules.report(rest);
    },
  }),
});

export const conflictTellsStaleVersion = defineFault({
  name: "conflict-tells-stale-version",
  summary: "A conflict reports the request's version as the current version.",
  breaks: ["concurrency.conflict-tells-current-version"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      return refusal?.code === "CONFLICT" && request.resourceVersion !== undefined
        ? { ...refusal, currentResourceVersion: request.resourceVersion }
        : refusal;
    },
  }),
});

export const emptyVersionAccepted = defineFault({
  name: "empty-version-accepted",
  summary: "A write with an empty version is accepted unconditionally.",
  breaks: ["concurrency.empty-version-refused"],
  change: (rules) => ({
    precondition: (request, stored) =>
      request.resourceVersion === "" ? undefined : rules.precondition(request, stored),
  }),
});

export const foreignVersionTakenForAny = defineFault({
  name: "foreign-version-taken-for-any",
  summary: "A status write with a non-numeric version is accepted unconditionally.",
  breaks: ["concurrency.foreign-version-refused"],
  mayBreak: ["concurrency.empty-version-refused"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const isWord = /^[a-z]/.test(request.resourceVersion ?? "");
      return request.verb === "updateStatus" && isWord
        ? undefined
        : rules.precondition(request, stored);
    },
  }),
});

export const noOpTakesVersion = defineFault({
  name: "no-op-takes-version",
  summary: "A write that changes nothing creates a new version and causes an event.",
  breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  // Only if the target ignores fields that a write may not change: such a write changes nothing.
  mayBreak: ["isolation.ignored-write-is-no-op"],
  change: () => ({ isNoOp: () => false }),
});

export const staleVersionAccepted = defineFault({
  name: "stale-version-accepted",
  summary: "A write is accepted with any version.",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.stale-spec-write-conflicts",
    "concurrency.stale-deletion-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.foreign-version-refused",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "allocation.decision-is-guarded",
  ],
  mayBreak: ["concurrency.empty-version-refused"],
  change: (rules) => ({ precondition: acceptingStale(rules, () => true) }),
});

export const staleLabelWriteAccepted = defineFault({
  name: "stale-label-write-accepted",
  summary: "The server checks the version of an author's write only if the write contains a spec.",
  breaks: ["concurrency.stale-spec-write-conflicts"],
  mayBreak: ["concurrency.old-incarnation-write-conflicts"],
  change: (rules) => ({
    precondition: acceptingStale(
      rules,
      ({ verb, content }) => verb === "update" && content.spec === undefined,
    ),
  }),
});

export const statusWriteKeepsVersion = defineFault({
  name: "status-write-keeps-version",
  summary: "A status write does not change the version.",
  breaks: [
    "concurrency.version-changes-with-content",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.versions-advance",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    nextVersion: (newest, change) =>
      change.request.verb === "updateStatus"
        ? Number(change.before?.metadata.resourceVersion ?? newest)
        : rules.nextVersion(newest, change),
  }),
});

export const uidIgnored = defineFault({
  name: "uid-ignored",
  summary: "A status write with a wrong uid is accepted.",
  breaks: ["concurrency.uid-precondition"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const { uid: _ignored, ...rest } = request;
      return rules.precondition(request.verb === "updateStatus" ? rest : request, stored);
    },
  }),
});

export const versionNotRequired = defineFault({
  name: "version-not-required",
  summary: "A status write without a version is accepted unconditionally.",
  breaks: ["concurrency.version-required"],
  change: (rules) => ({
    schema: (sdl) =>
      makeInputMemberOptional(rules.schema(sdl), /^Update\w+StatusInput$/, "resourceVersion"),
    precondition: (request, stored) =>
      request.verb === "updateStatus" && request.resourceVersion === undefined
        ? undefined
        : rules.precondition(request, stored),
  }),
});

export const versionsCountPerObject = defineFault({
  name: "versions-count-per-object",
  summary: "A recreated object reuses the versions of its predecessor.",
  breaks: [
    "concurrency.versions-advance",
    "concurrency.old-incarnation-write-conflicts",
    "watch.list-then-watch",
    "deletion.successor-starts-afresh",
  ],
  requires: ["delete"],
  change: () => ({
    nextVersion: (_newest, { before }) =>
      before === undefined ? 1 : Number(before.metadata.resourceVersion) + 1,
  }),
});
