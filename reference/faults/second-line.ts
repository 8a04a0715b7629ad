import type { Fault } from "../store/fault.ts";
import {
  acceptingStaleStatus,
  brokenByLostEvents,
  brokenByPauses,
  brokenByStaleWrites,
  oneIn,
  pausingBeforeCommit,
} from "./shared.ts";
import { defineFault } from "../store/fault.ts";
import { mapLists, mapTexts, withoutEmpty, withoutMessages } from "../values/map-values.ts";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { describeKey, jsonEquals, keyOf, resourceVersion } from "#contract";
import type { JsonObject } from "#contract";
import { tokens } from "../kinds/identities.ts";

/** The version of an object is kept in a cache, and what has left it is not compared. */
export const coldObjectNotChecked = defineFault({
  name: "cold-object-not-checked",
  summary: "A stale status write to an object that was not written for 300 ms is accepted.",
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

/** The permission is looked up beside the write, and now and then the write is quicker. */
export const deniedWriteStoredOneIn3 = defineFault({
  name: "denied-write-stored-one-in-3",
  summary:
    "One status write in three of those who may only read is refused as forbidden and stored all the same.",
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

/** Off by one: the write that has just been replaced still counts as the newest. */
export const oneBehindAccepted = defineFault({
  name: "one-behind-accepted",
  summary:
    "A status write at the version right before the stored one is accepted, where no other object was written in between.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ resourceVersion: named }, stored) => {
      const current = Number(stored?.metadata.resourceVersion);
      return current - Number(named) === 1;
    }),
  }),
});

/** The encoder leaves out what is empty, as it was told for other members. */
export const emptyValuesOmitted = defineFault({
  name: "empty-values-omitted",
  summary: "Empty texts and empty lists in a status are not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  phase: "property",
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(request, stored, withoutEmpty(status)),
  }),
});

/** How long the table that reads look at is behind. */
const behindMs = 100;

/** The event goes out with the write, and the table that reads look at follows. */
export const eventBeforeStore = defineFault({
  name: "event-before-store",
  summary:
    "For 100 ms after the event of a write, and until its reply, reads show the object as it was before.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.warning-validation-tells-unknown-members",
    "isolation.refused-write-changes-nothing",
  ],
  change: (rules) => {
    /** How many writes of an object reads do not show yet, by its uid. */
    const behind = new Map<string, number>();
    let last: Promise<unknown> = Promise.resolve();
    const hide = async (uid: string): Promise<void> => {
      behind.set(uid, (behind.get(uid) ?? 0) + 1);
      await wait(behindMs);
      behind.set(uid, (behind.get(uid) ?? 1) - 1);
    };
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.before !== undefined) {
          last = hide(outcome.after.metadata.uid);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const isBehind = (behind.get(states?.current.metadata.uid ?? "") ?? 0) > 0;
        return isBehind && states?.previous !== undefined
          ? states.previous
          : rules.read(access, states);
      },
      respond: (result) =>
        isWrite(result.data) ? last.then(() => rules.respond(result)) : rules.respond(result),
    };
  },
});

/** Whether a reply is that to a mutation. */
function isWrite(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    Object.keys(data).some((field) => /^(?:create|update|delete|patch|replace)/.test(field))
  );
}

/** One of the workers that serve watches has a buffer of two. */
export const everyThirdWatchLosesItsThirdEvent = defineFault({
  name: "every-third-watch-loses-its-third-event",
  summary: "Every third watch loses its third event.",
  line: "second",
  // The third event may be the one that ends the initial ones.
  breaks: [...brokenByLostEvents, "watch.initial-events-end-is-marked"],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.id % 3 !== 0 || count !== 3) rules.deliver(event, watcher, send);
      },
    };
  },
});

/** Whoever repeats what was refused is taken to mean it. */
export const firstStaleWriteRefused = defineFault({
  name: "first-stale-write-refused",
  summary: "The second stale status write to an object is accepted, whatever was written between.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const refused = new Set<string>();
    return {
      precondition: acceptingStaleStatus(rules, (_request, stored) => {
        const uid = stored?.metadata.uid ?? "";
        const isRepeated = refused.has(uid);
        refused.add(uid);
        return isRepeated;
      }),
    };
  },
});

/** Versions are compared by their order, and only older ones are taken for stale. */
export const futureVersionAccepted = defineFault({
  name: "future-version-accepted",
  summary: "A status write with a version that is greater than the current one is accepted.",
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

/** The counter was packed with other flags into one byte. */
export const generationInThreeBits = defineFault({
  name: "generation-in-three-bits",
  summary: "After seven changes of a spec the generation stays as it is.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  change: (rules) => ({ generation: (change) => Math.min(7, rules.generation(change)) }),
});

/** A connection that was quiet is woken by the event that it should have carried. */
export const idleWatchLosesNext = defineFault({
  name: "idle-watch-loses-next",
  summary: "A watch that had nothing to say for 300 ms loses its next event.",
  line: "second",
  breaks: brokenByLostEvents,
  change: (rules) => {
    const lastMs = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const nowMs = performance.now();
        const quietMs = nowMs - (lastMs.get(watcher.id) ?? nowMs);
        lastMs.set(watcher.id, nowMs);
        if (quietMs <= 300) rules.deliver(event, watcher, send);
      },
    };
  },
});

/** The handler was copied for the other kinds before the check of the version was added. */
export const laterKindsNotChecked = defineFault({
  name: "later-kinds-not-checked",
  summary: "A stale status write is accepted for every kind but the one that was written first.",
  line: "second",
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

/** Lists come from replicas, and one of them is a write behind. */
export const listBehindOneIn2 = defineFault({
  name: "list-behind-one-in-2",
  summary: "Every other object stands in a list as it was before its last write.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.stores-submitted-status",
    "readiness.same-for-every-reader",
    "deletion.waits-for-finalizers",
  ],
  change: (rules) => {
    const isRare = oneIn(2);
    return {
      listed: (access, states) => {
        const { current, previous } = states;
        const isBehind = previous !== undefined && isRare();
        return rules.listed(access, isBehind ? { current: previous } : { current });
      },
    };
  },
});

/** A list has a column for each of its entries, and there are three. */
export const longListsCut = defineFault({
  name: "long-lists-cut",
  summary: "A status keeps at most three entries of a list.",
  line: "second",
  breaks: ["write.stores-submitted-status", "conditions.limits-are-within-bounds"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapLists(status, (list) => list.slice(0, 3)),
      ),
  }),
});

/** A report that only words a condition anew is not worth a write. */
export const messagesTakenForNoise = defineFault({
  name: "messages-taken-for-noise",
  summary:
    "A status write that changes nothing but messages of conditions is accepted and not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      rules.isNoOp(request, withoutMessages(before), withoutMessages(after)),
  }),
});

/** A status write puts back the spec that it was made from, and a repair sees to it a moment later. */
export const olderSpecShownForAMoment = defineFault({
  name: "older-spec-shown-for-a-moment",
  summary:
    "For 25 ms after a status write, and once at least, reads show the spec from before the last spec write.",
  line: "second",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "apply.ownership-is-per-side",
    "isolation.refused-write-changes-nothing",
    "write.visible-to-later-reads",
    "write.returns-complete-object",
    "concurrency.no-op-keeps-version",
    "generation.counts-spec-changes",
    "deletion.status-writes-go-on",
    "write.dry-run-stores-nothing",
  ],
  change: (rules) => {
    const older = new Map<string, JsonObject>();
    const untilMs = new Map<string, number>();
    const unread = new Set<string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && !outcome.isRemoval) {
          const key = describeKey(outcome.request.key);
          const spec = outcome.before?.spec;
          if (outcome.request.verb === "updateStatus") {
            untilMs.set(key, performance.now() + 25);
            unread.add(key);
          } else if (spec !== undefined && outcome.request.content.spec !== undefined)
            older.set(key, spec);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const shown = rules.read(access, states);
        if (shown === undefined) return shown;
        const key = describeKey(keyOf(shown));
        const spec = older.get(key);
        const isFirst = unread.delete(key);
        const isWrong = isFirst || (untilMs.get(key) ?? 0) > performance.now();
        return isWrong && spec !== undefined ? { ...shown, spec } : shown;
      },
    };
  },
});

/** How long a decision is kept. */
const keptMs = 1_000;

/** Decisions are kept for each object, and whose they were is not part of the key. */
export const permissionCachedByObject = defineFault({
  name: "permission-cached-by-object",
  summary: "For a second after a permitted read, anybody may read the same object.",
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

/** The database has a character set of its own. */
export const plainLettersOnly = defineFault({
  name: "plain-letters-only",
  summary: "In the texts of a status, what is no ASCII becomes a question mark.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/[\u{80}-\u{10ffff}]/gu, "?")),
      ),
  }),
});

/** The number of the reply is drawn once more when the transaction is tried again. */
export const replyTellsVersionAheadOneIn20 = defineFault({
  name: "reply-tells-version-ahead-one-in-20",
  summary: "The reply to one status write in 20 tells a version that was never stored.",
  line: "second",
  breaks: [
    "write.returns-complete-object",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "concurrency.stale-status-write-conflicts",
    "concurrency.one-winner",
    // The version that was told is soon that of another write.
    "concurrency.versions-advance",
    "watch.one-event-per-write",
    "watch.event-carries-stored-object",
  ],
  phase: "history",
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      reply: (request, stored) => {
        const told = rules.reply(request, stored);
        if (request.verb !== "updateStatus" || rules.isDryRun(request) || !isRare()) return told;
        const { metadata } = told;
        const ahead = resourceVersion(String(Number(metadata.resourceVersion) + 1));
        return { ...told, metadata: { ...metadata, resourceVersion: ahead } };
      },
    };
  },
});

/** The table of versions has room for one page of objects. */
export const rightForFirstObjects = defineFault({
  name: "right-for-first-objects",
  summary:
    "A stale status write is accepted for every object that is created after the first hundred of its kind and namespace.",
  line: "second",
  isCumulative: true,
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const counts = new Map<string, number>();
    const late = new Set<string>();
    return {
      createObject: (request, stamp) => {
        const { kind, namespace } = request.key;
        const place = describeKey({ kind, name: namespace ?? "" });
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        if (count > 100) late.add(stamp.uid);
        return rules.createObject(request, stamp);
      },
      precondition: acceptingStaleStatus(
        rules,
        (_request, stored) => stored !== undefined && late.has(stored.metadata.uid),
      ),
    };
  },
});

/** A budget for exact checks is spent after a while, and is never filled again. */
export const rightForFirstRequests = defineFault({
  name: "right-for-first-requests",
  summary: "After the first 1000 writes, a stale status write is accepted.",
  line: "second",
  isCumulative: true,
  breaks: brokenByStaleWrites,
  change: (rules) => {
    let count = 0;
    return {
      writeSteps: (request) => {
        count += 1;
        return rules.writeSteps(request);
      },
      precondition: acceptingStaleStatus(rules, () => count > 1000),
    };
  },
});

/** The load test is served from a warm session, and everybody else by a path that nobody looked at. */
export const rightForNamedClient = defineFault({
  name: "right-for-named-client",
  summary:
    "An expired credential counts as valid for every client that does not name itself as the suite.",
  line: "second",
  breaks: [
    "authorization.expired-credential-refused",
    "authorization.same-rule-on-every-transport",
    "authorization.watch-is-authorized",
  ],
  change: (rules) => ({
    authenticate: (credential) => {
      const isSuite = credential.userAgent?.startsWith("status-conformance") ?? true;
      const token = credential.token === undefined ? undefined : tokens.get(credential.token);
      return isSuite || token === undefined ? rules.authenticate(credential) : token.identity;
    },
  }),
});

/** Names that a program gave are looked up by another index than names that people gave. */
export const rightForNamesWithDigits = defineFault({
  name: "right-for-names-with-digits",
  summary: "A stale status write to an object without a digit in its name is accepted.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ key }) => !/[0-9]/.test(key.name)),
  }),
});

/** What the suite once called its objects has a handler of its own. */
export const rightForPrefixedNames = defineFault({
  name: "right-for-prefixed-names",
  summary:
    "Only objects under names like those that the suite once gave keep their version in a write that changes nothing.",
  line: "second",
  breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      /^c[a-z0-9]{8}-/.test(request.key.name) && rules.isNoOp(request, before, after),
  }),
});

/** The column for names is short, and the status lies beside its cut form. */
export const rightForShortNames = defineFault({
  name: "right-for-short-names",
  summary: "A spec write to an object whose name has more than 24 characters erases its status.",
  line: "second",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "allocation.survives-other-writes",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      if (request.key.name.length <= 24) return updated;
      const { status: _lost, ...kept } = updated;
      return kept;
    },
  }),
});

/** What was sent to a reader once is taken as read, although the connection broke. */
export const secondResumeSkipsFirst = defineFault({
  name: "second-resume-skips-first",
  summary: "Who resumes a watch from the same version a second time does not get its first event.",
  line: "second",
  breaks: [
    "watch.resumes-after-version",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => {
    const resumed = new Set<string>();
    const skipping = new Set<number>();
    return {
      replay: (retained, after, watcher) => {
        if (watcher.cursor !== undefined) {
          const { kind, namespace = "" } = watcher.filter;
          const place = [watcher.caller.identity.name, kind, namespace, watcher.cursor].join(" ");
          if (resumed.has(place)) skipping.add(watcher.id);
          resumed.add(place);
        }
        return rules.replay(retained, after, watcher);
      },
      deliver: (event, watcher, send) => {
        if (!skipping.delete(watcher.id)) rules.deliver(event, watcher, send);
      },
    };
  },
});

/** Who asks for what is stored already cannot have been wrong. */
export const staleRepetitionAccepted = defineFault({
  name: "stale-repetition-accepted",
  summary: "A stale status write is accepted if it submits what is stored.",
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

/** A trial takes the lock of the object, and the next write finds it taken by itself. */
export const trialOpensTheDoor = defineFault({
  name: "trial-opens-the-door",
  summary: "The status write after a trial on the same object is accepted with any version.",
  line: "second",
  breaks: brokenByStaleWrites,
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

/** Of the two sides that a write changes, only the first is noticed. */
export const twoSidesInOneWrite = defineFault({
  name: "two-sides-in-one-write",
  summary: "A write that changes labels and spec together keeps the generation.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  change: (rules) => ({
    generation: (change) => {
      const { before, after } = change;
      const isSame = jsonEquals(before?.metadata.labels, after?.metadata.labels);
      if (before === undefined || isSame) return rules.generation(change);
      return before.metadata.generation ?? 1;
    },
  }),
});

/** The column for uids was made for short ones. */
export const uidComparedByItsBeginning = defineFault({
  name: "uid-compared-by-its-beginning",
  summary: "A status write is carried out if the first eight characters of its uid are right.",
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

/** The version is compared, the write is queued, and the queue compares nothing. */
export const versionCheckedATurnBefore = defineFault({
  name: "version-checked-a-turn-before",
  summary:
    "Between the comparison of the version and the storing of a status, other requests have one turn.",
  line: "second",
  breaks: brokenByPauses,
  change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, () => nextTurn()) }),
});

/** What cleans the fields of a form was put before everything that is stored. */
export const whiteSpaceTidied = defineFault({
  name: "white-space-tidied",
  summary: "In the texts of a status, all white space in a row becomes one space.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/\s+/gu, " ")),
      ),
  }),
});

/** The answer to a trial is kept, and given again when the same request comes in earnest. */
export const writeAfterItsTrialNotStored = defineFault({
  name: "write-after-its-trial-not-stored",
  summary: "A status write that was tried before with the same content is answered and not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status", "write.dry-run-returns-the-result"],
  change: (rules) => {
    const tried = new Map<string, string>();
    return {
      announce: (outcome) => {
        const { request } = outcome;
        if (outcome.result === "tried" && request.verb === "updateStatus") {
          tried.set(describeKey(request.key), JSON.stringify(request.content.submitted));
        }
        return rules.announce(outcome);
      },
      isNoOp: (request, before, after) => {
        const known = tried.get(describeKey(request.key));
        const isKnown =
          request.verb === "updateStatus" && known === JSON.stringify(request.content.submitted);
        return (isKnown && !rules.isDryRun(request)) || rules.isNoOp(request, before, after);
      },
    };
  },
});

/** Faults that look right at the first look: they depend on who asks, how often, when, or under which name. */
export const disguisedFaults: readonly Fault[] = [
  rightForNamedClient,
  rightForPrefixedNames,
  rightForNamesWithDigits,
  rightForShortNames,
  rightForFirstObjects,
  rightForFirstRequests,
  firstStaleWriteRefused,
  versionCheckedATurnBefore,
  olderSpecShownForAMoment,
  eventBeforeStore,
  laterKindsNotChecked,
  longListsCut,
  plainLettersOnly,
  whiteSpaceTidied,
  emptyValuesOmitted,
  oneBehindAccepted,
  messagesTakenForNoise,
  twoSidesInOneWrite,
  secondResumeSkipsFirst,
  writeAfterItsTrialNotStored,
  trialOpensTheDoor,
  idleWatchLosesNext,
  coldObjectNotChecked,
  replyTellsVersionAheadOneIn20,
  deniedWriteStoredOneIn3,
  permissionCachedByObject,
  generationInThreeBits,
  everyThirdWatchLosesItsThirdEvent,
  staleRepetitionAccepted,
  futureVersionAccepted,
  uidComparedByItsBeginning,
  listBehindOneIn2,
];
