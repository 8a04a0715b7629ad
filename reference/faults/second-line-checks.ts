import {
  acceptingStaleStatus,
  brokenByPauses,
  brokenByStaleWrites,
  oneIn,
  pausingBeforeCommit,
} from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describeKey, jsonEquals } from "#contract";

export const coldObjectNotChecked = defineFault({
  name: "cold-object-not-checked",
  summary: "A stale status write to an object that has not been written for 300 ms is accepted.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const writtenMs = new Map<string, number>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed") {
          writtenMs.set(outcome.after.metadata.uid, performance.now());
        }
        return rules.announce(outcome);
      },
      precondition: acceptingStaleStatus(rules, (_request, stored) => {
        const sinceMs = writtenMs.get(stored?.metadata.uid ?? "") ?? performance.now();
        return performance.now() - sinceMs > 300;
      }),
    };
  },
});

export const deniedWriteStoredOneIn3 = defineFault({
  name: "denied-write-stored-one-in-3",
  summary: "One status write in three by a reader is rejected as forbidden but stored.",
  line: "second",
  breaks: [
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
    "authorization.reader-cannot-write",
  ],
  change: (rules) => {
    const isRare = oneIn(3);
    return {
      writeSteps: (request) => {
        const isTheirs = request.identity.name === "reader" && request.verb === "updateStatus";
        const steps = rules.writeSteps(request);
        if (!isTheirs || !isRare()) return steps;
        return [...steps.filter((step) => step !== "authorization"), "authorization"];
      },
    };
  },
});

export const oneBehindAccepted = defineFault({
  name: "one-behind-accepted",
  summary:
    "A status write with the version immediately before the stored version is accepted if no " +
    "other object was written in between.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ resourceVersion: named }, stored) => {
      const current = Number(stored?.metadata.resourceVersion);
      return current - Number(named) === 1;
    }),
  }),
});

export const futureVersionAccepted = defineFault({
  name: "future-version-accepted",
  summary: "A status write with a version that is greater than the current version is accepted.",
  line: "second",
  breaks: ["concurrency.foreign-version-refused"],
  change: (rules) => ({
    precondition: acceptingStaleStatus(
      rules,
      (request, stored) =>
        Number(request.resourceVersion) > Number(stored?.metadata.resourceVersion),
    ),
  }),
});

export const laterKindsNotChecked = defineFault({
  name: "later-kinds-not-checked",
  summary:
    "A stale status write is accepted for every kind except the kind that was written first.",
  line: "second",
  isAmongKinds: true,
  breaks: brokenByStaleWrites,
  change: (rules) => {
    let first: string | undefined;
    return {
      createObject: (request, stamp) => {
        first ??= request.key.kind;
        return rules.createObject(request, stamp);
      },
      precondition: acceptingStaleStatus(rules, ({ key }) => key.kind !== first),
    };
  },
});

const keptMs = 1_000;

export const permissionCachedByObject = defineFault({
  name: "permission-cached-by-object",
  summary: "For one second after a permitted read, every caller may read the same object.",
  line: "second",
  breaks: [
    "authorization.stranger-cannot-read",
    "authorization.namespace-limits-hold",
    "authorization.name-limits-hold",
    "authorization.status-permission-gives-no-read",
    "authorization.anonymous-is-a-stranger",
    "authorization.existence-not-disclosed",
    "authorization.same-rule-on-every-transport",
  ],
  change: (rules) => {
    const permittedMs = new Map<string, number>();
    return {
      authorize: (access) => {
        const refusal = rules.authorize(access);
        const { verb, kind, namespace = "", name } = access;
        if (verb !== "get" || name === undefined) return refusal;
        const place = [kind, namespace, name].join(" ");
        if (refusal === undefined) permittedMs.set(place, performance.now());
        const sinceMs = performance.now() - (permittedMs.get(place) ?? -Infinity);
        return sinceMs <= keptMs ? undefined : refusal;
      },
    };
  },
});

export const staleRepetitionAccepted = defineFault({
  name: "stale-repetition-accepted",
  summary: "A stale status write is accepted if it submits the stored status.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ content }, stored) => {
      const submitted = content.status ?? undefined;
      return (
        submitted !== undefined &&
        jsonEquals(rules.mergeStatus(stored?.status, submitted), stored?.status)
      );
    }),
  }),
});

export const trialOpensTheDoor = defineFault({
  name: "trial-opens-the-door",
  summary:
    "The first status write after a dry run on the same object is accepted with any version.",
  line: "second",
  breaks: brokenByStaleWrites,
  requires: ["dry-run"],
  change: (rules) => {
    const open = new Set<string>();
    return {
      announce: (outcome) => {
        const key = describeKey(outcome.request.key);
        if (outcome.result === "tried") open.add(key);
        else open.delete(key);
        return rules.announce(outcome);
      },
      precondition: acceptingStaleStatus(
        rules,
        (request) => open.has(describeKey(request.key)) && !rules.isDryRun(request),
      ),
    };
  },
});

export const uidComparedByItsBeginning = defineFault({
  name: "uid-compared-by-its-beginning",
  summary: "A status write is accepted if the first eight characters of its uid match.",
  line: "second",
  breaks: ["concurrency.uid-precondition"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const known: string = stored?.metadata.uid ?? "";
      const isAlike = request.uid !== undefined && request.uid.slice(0, 8) === known.slice(0, 8);
      const meant =
        isAlike && request.verb === "updateStatus" ? { ...request, uid: known } : request;
      return rules.precondition(meant, stored);
    },
  }),
});

export const versionCheckedATurnBefore = defineFault({
  name: "version-checked-a-turn-before",
  summary: "Other writes can be stored between the version check of a status write and its commit.",
  line: "second",
  breaks: brokenByPauses,
  change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, () => nextTurn()) }),
});
