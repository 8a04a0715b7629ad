import { counted } from "#contract";
import type { JsonObject, ObjectKey, ResourceVersion, Semantics, WatchEnd } from "#contract";
import {
  claim,
  combinedStates,
  countedStatus,
  defineCheck,
  deliversStates,
  errored,
  freshCount,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
  watchOf,
} from "#harness";
import type { CheckContext, Finding, Fixture } from "#harness";
import { withLongTexts } from "./long-texts.ts";
import { UnrecordedWatch } from "./unrecorded-watch.ts";
import type { Delivered } from "./unrecorded-watch.ts";

const delaysNobody = "watch.slow-reader-delays-nobody";
const noGap = "watch.no-gap";
const covered = [delaysNobody, noGap] as const;

/** Number of objects that are written concurrently. There are several, because writes to one object are sequential. */
const objects = 4;

const writesEach = 20;

/** Number of watches on the paused connection. Together, their events exceed the buffers of client and server. */
const watches = 4;

/** Lengths of strings in a status, in characters, in the order of attempts. */
const lengths = [30_000, 4_000, 700] as const;

/** Maximum number of attempts to have all watches deliver an event. */
const maxAttempts = 5;

interface Written {
  readonly key: ObjectKey;
  readonly exchange: number;
  readonly versions: readonly string[];
}

interface Paused {
  readonly written: readonly Written[];
  /** Length of one status as JSON, in characters. */
  readonly size: number;
  /** Why a write during the pause had no response. Absent if each write had a response. */
  readonly unanswered?: string;
  /**
   * Number of objects with an unanswered write during the pause. A paused reader of all objects delays the writes to
   * every object. Single responses can be lost for other reasons. Absent in records of earlier releases.
   */
  readonly unansweredObjects?: number;
  /**
   * Number of objects with an unanswered write when the writes were repeated after the pause. If there is any,
   * responses are lost without a paused reader. Absent if every write during the pause had a response, and in records
   * of earlier releases.
   */
  readonly unansweredAfter?: number;
  readonly isAcceptedAfter: boolean;
  readonly last: Readonly<Record<string, string>>;
  /** End of the pause, in milliseconds since the other watch was opened. */
  readonly resumedMs: number;
  readonly other: Delivered;
  readonly slow: Delivered;
}

type Observations = Pauses | Skipped;

interface Pauses {
  /**
   * The pauses in order, each with new watches. A pause that appears to delay other clients is repeated, because a busy
   * machine can be the cause. The last pause is decisive.
   */
  readonly pauses: readonly Paused[];
  /** Whether the last pause appeared to delay other clients, but the delay could not be reproduced. */
  readonly isUnconfirmed?: boolean;
}

interface Skipped {
  readonly skipped: string;
  /** Whether a connection broke, so that the case should be retried. */
  readonly isLost?: boolean;
}

/** Number of consecutive pauses that must delay other clients before a violation is reported. */
const neededPauses = 2;

/** Pauses reading on the connection of some watches while large events are due, then resumes it. */
export const slowReaderDelaysNobody = defineCheck<Observations>({
  id: "watch/slow-reader-delays-nobody",
  title: "A paused reader delays neither writes nor other watches, and its own watch has no gap",
  covers: covered,
  scope: "target",
  verbs: ["watch", "updateStatus"],

  async drive(context) {
    const pauses: Paused[] = [];
    while (pauses.length < neededPauses) {
      const paused = await pauseOnce(context);
      if ("skipped" in paused)
        return pauses.length === 0 ? paused : { pauses, isUnconfirmed: true };
      pauses.push(paused);
      if (!hasDelayed(paused)) break;
    }
    return { pauses };
  },

  judge: (seen, { semantics }) => {
    if ("skipped" in seen) {
      const finding = seen.isLost === true ? errored : undecided;
      return covered.map((requirement) => finding(requirement, seen.skipped, []));
    }
    const { pauses, isUnconfirmed = false } = seen;
    const delays = pauses.slice(-1).map((last) => judgeDelay(last, isUnconfirmed));
    return [...delays, ...judgeGaps(pauses, semantics)];
  },
});

async function pauseOnce(context: CheckContext): Promise<Paused | Skipped> {
  const fixtures = await Promise.all(Array.from({ length: objects }, () => context.fixture()));
  const [first] = fixtures;
  if (first === undefined) return { skipped: "no object was created" };
  const usual = watchOf(context, first.key);
  const apart = { ...usual, ownConnection: "slow" };
  await using other = await UnrecordedWatch.open(context, usual);
  await using slow = await UnrecordedWatch.open(context, apart);
  const more = await Promise.all(
    Array.from({ length: watches - 1 }, async () => UnrecordedWatch.open(context, apart)),
  );
  try {
    return await pauseAmong({ context, fixtures, slow, other });
  } finally {
    await Promise.all(more.map(async (watch) => watch[Symbol.asyncDispose]()));
  }
}

interface Watched {
  readonly context: CheckContext;
  readonly fixtures: readonly Fixture[];
  readonly slow: UnrecordedWatch;
  readonly other: UnrecordedWatch;
}

async function pauseAmong({ context, fixtures, slow, other }: Watched): Promise<Paused | Skipped> {
  const statuses = await heaviestStatuses(context);
  const writers = fixtures.map((fixture) => new Writer(context, fixture, statuses));
  if (!(await areDelivered(context, writers, [slow, other]))) {
    const lost = [slow, other].flatMap(({ delivered: { end } }) => lossIn(end))[0];
    return lost === undefined
      ? { skipped: "a watch delivered no event" }
      : { skipped: lost, isLost: true };
  }
  const resume = slow.pause();
  if (resume === undefined) {
    return {
      skipped:
        "the watch shares its connection with other watches, so a pause would affect them too",
    };
  }
  return await pausedUntil(resume, { context, writers, slow, other });
}

/** Returns why a watch ended before the pause, if a retry can avoid it. */
function lossIn(end: WatchEnd | undefined): readonly string[] {
  if (end?.end === "lost") return [end.detail];
  return end?.end === "completed" ? ["the server closed a watch without an error"] : [];
}

function hasDelayed(paused: Paused): boolean {
  const { written, unanswered, unansweredObjects = written.length, unansweredAfter = 0 } = paused;
  const { isAcceptedAfter, resumedMs } = paused;
  if (unanswered !== undefined) {
    return unansweredObjects === written.length && unansweredAfter === 0 && isAcceptedAfter;
  }
  return !hasArrived(paused, resumedMs) && hasArrived(paused, Infinity);
}

function hasArrived({ last, other }: Paused, byMs: number): boolean {
  return Object.entries(last).every(([name, version]) =>
    other.events[name]?.some(
      ({ resourceVersion, arrivedMs }) => resourceVersion === version && arrivedMs <= byMs,
    ),
  );
}

interface Pausing {
  readonly context: CheckContext;
  readonly writers: readonly Writer[];
  readonly slow: UnrecordedWatch;
  readonly other: UnrecordedWatch;
}

async function pausedUntil(
  resume: () => void,
  { context, writers, slow, other }: Pausing,
): Promise<Paused> {
  const { signal, limits } = context;
  const all = (watch: UnrecordedWatch): Promise<boolean> =>
    watch.delivers(
      writers.map((writer) => writer.last),
      limits.eventMs,
      signal,
    );
  let resumedMs = 0;
  let lost: readonly string[] = [];
  try {
    lost = await lostOften(writers);
    await all(other);
  } finally {
    resumedMs = other.openForMs;
    resume();
  }
  const [unanswered] = lost;
  const last = Object.fromEntries(
    writers.flatMap(({ last: [name, version] }) =>
      version === undefined ? [] : [[name, version]],
    ),
  );
  await all(other);
  const before = totalOf(writers);
  // A gap is detectable only if the watch delivers later events.
  await areDelivered(context, writers, [slow]);
  const lostAfter = unanswered === undefined ? [] : await lostOften(writers);
  return {
    written: writers.map((writer) => writer.written),
    size: Math.max(...writers.map(({ size }) => size)),
    ...(unanswered === undefined
      ? {}
      : {
          unanswered,
          unansweredObjects: lost.length,
          unansweredAfter: lostAfter.length,
        }),
    isAcceptedAfter: totalOf(writers) > before,
    last,
    resumedMs,
    other: other.delivered,
    slow: slow.delivered,
  };
}

/** Returns why writes had no response, with at most one reason per object. */
async function lostOften(writers: readonly Writer[]): Promise<readonly string[]> {
  const before = writers.map(({ timeouts }) => timeouts.length);
  await Promise.all(writers.map((writer) => writer.writeOften(writesEach)));
  return writers.flatMap(({ timeouts }, index) => timeouts[before[index] ?? 0] ?? []);
}

function totalOf(writers: readonly Writer[]): number {
  return writers.reduce((sum, { written }) => sum + written.versions.length, 0);
}

/** A status for each number. Consecutive statuses differ. */
type Statuses = (count: number) => JsonObject;

class Writer {
  readonly #context: CheckContext;
  readonly #fixture: Fixture;
  readonly #statuses: Statuses;
  readonly #versions: ResourceVersion[] = [];
  #count = 0;
  #current: ResourceVersion;
  size = 0;
  readonly timeouts: string[] = [];

  constructor(context: CheckContext, fixture: Fixture, statuses: Statuses) {
    this.#context = context;
    this.#fixture = fixture;
    this.#statuses = statuses;
    this.#current = fixture.object.metadata.resourceVersion;
  }

  get written(): Written {
    const { key, exchange } = this.#fixture;
    return { key, exchange, versions: [...this.#versions] };
  }

  get last(): readonly [string, string | undefined] {
    return [this.#fixture.key.name, this.#versions.at(-1)];
  }

  /** Returns whether the write was accepted and the response contains an object. */
  async write(): Promise<boolean> {
    this.#count += 1;
    const status = this.#statuses(this.#count);
    const write = { resourceVersion: await this.#version(), status };
    const command = statusWrite(this.#context, this.#fixture.key, write);
    const outcome = await this.#context.lean.execute(command);
    if (outcome.result === "unknown" && outcome.cause === "timeout") {
      this.timeouts.push(outcome.detail);
    }
    if (outcome.result !== "object") return false;
    this.#current = outcome.object.metadata.resourceVersion;
    this.#versions.push(this.#current);
    this.size = Math.max(this.size, JSON.stringify(status).length);
    return true;
  }

  /** Stops after the first write that is not accepted. */
  async writeOften(times: number): Promise<void> {
    for (let done = 0; done < times && (await this.write()); done += 1);
  }

  /** Returns the stored version after a lost response, otherwise the version of the last write. */
  async #version(): Promise<ResourceVersion> {
    if (this.timeouts.length === 0) return this.#current;
    const outcome = await this.#context.lean.execute(readOf(this.#fixture.key));
    return outcome.result === "object" ? outcome.object.metadata.resourceVersion : this.#current;
  }
}

/**
 * Returns statuses with the longest strings that the target accepts, or statuses with a counter if no field accepts a
 * string.
 */
async function heaviestStatuses(context: CheckContext): Promise<Statuses> {
  const trial = await context.fixture();
  for (const length of lengths) {
    const filler = context.random.letters(length);
    const statuses = (count: number): JsonObject | undefined =>
      withLongTexts(context.kind, sampleStatus(context, 0), `${count} ${filler}`);
    const status = statuses(0);
    if (status === undefined) break;
    const { resourceVersion } = trial.object.metadata;
    const command = statusWrite(context, trial.key, { resourceVersion, status });
    const { result } = await context.lean.execute(command);
    if (result === "object" || result === "done") return (count) => statuses(count) ?? status;
  }
  return (count) => countedStatus(context, freshCount(context, count));
}

/**
 * Writes until the watches deliver the last writes, because a watch can start after its request, or lag behind.
 * Resolves with false if they never do.
 */
async function areDelivered(
  { limits, signal }: CheckContext,
  writers: readonly Writer[],
  watched: readonly UnrecordedWatch[],
): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await Promise.all(writers.map((writer) => writer.write()));
    const wanted = writers.map((writer) => writer.last);
    const limitMs = limits.fenceRetryMs * 2 ** attempt;
    const seen = await Promise.all(watched.map((one) => one.delivers(wanted, limitMs, signal)));
    if (!seen.includes(false)) return true;
  }
  return false;
}

function judgeDelay(last: Paused, isUnconfirmed: boolean): Finding {
  const { written, size, unanswered, slow } = last;
  const evidence = written.map(({ exchange }) => exchange);
  const events = counted(written.length * writesEach, "event");
  const isDelayed = hasDelayed(last);
  if (isUnconfirmed) {
    const reason =
      "a response or an event was late during a pause, and the delay could not be " +
      "confirmed in a second pause";
    return undecided(delaysNobody, reason, evidence);
  }
  const open = isDelayed ? undefined : undecidedDelay(last, evidence);
  if (open !== undefined) return open;
  return claim(delaysNobody, {
    holds: !isDelayed,
    expected: `while one reader is paused, with ${events} unread (up to ${counted(size, "character")} each), all writes receive responses and other watches receive their events`,
    actual:
      unanswered === undefined
        ? "another watch received its events only after the pause"
        : `a status write received no response during the pause (${unanswered}), and writes succeeded again only after the pause`,
    evidence,
    remark: slow.end === undefined ? undefined : "the paused watch closed",
  });
}

/** Returns why a pause without a delay is inconclusive. Undefined if other clients were served. */
function undecidedDelay(paused: Paused, evidence: readonly number[]): Finding | undefined {
  const { unanswered, other } = paused;
  if (unanswered !== undefined) {
    return undecided(delaysNobody, `a status write received no response: ${unanswered}`, evidence);
  }
  if (hasArrived(paused, Infinity)) return undefined;
  if (other.end?.end === "lost") return errored(delaysNobody, other.end.detail, evidence);
  const how = other.end === undefined ? "" : `; it ended: ${other.end.end}`;
  return undecided(delaysNobody, `another watch did not receive all events${how}`, evidence);
}

function judgeGaps(pauses: readonly Paused[], semantics: Semantics): readonly Finding[] {
  const findings = pauses.map((paused) => judgeGap(paused, semantics));
  const violated = findings.filter(({ result }) => result === "violated");
  return [...violated, ...findings.slice(-1)].slice(0, 1);
}

function judgeGap({ written, slow }: Paused, semantics: Semantics): Finding {
  const evidence = written.map(({ exchange }) => exchange);
  const lives = written.map(({ key, versions }) => lifeOf(key, versions, slow));
  const gaps = lives.filter(({ gap }) => gap.length > 0);
  const isWhole = lives.every(({ isComplete }) => isComplete) || slow.end !== undefined;
  const isLive = deliversStates(semantics);
  if (!isWhole && (gaps.length === 0 || isLive)) {
    return undecided(noGap, "the last events were not delivered after the pause", evidence);
  }
  const [worst] = gaps;
  if (worst !== undefined && isLive) {
    const what = `combined ${counted(worst.gap.length, "write")} of ${worst.key.name} with a later one after the pause`;
    return combinedStates(noGap, what, evidence);
  }
  return claim(noGap, {
    holds: worst === undefined,
    expected: "after the pause, the watch delivers all events in order, or has closed",
    actual: `the watch stayed open, but skipped ${counted(worst?.gap.length ?? 0, "event")} for ${worst?.key.name ?? ""} before the last event that it delivered: ${(worst?.gap ?? []).slice(0, 5).join(", ")}`,
    evidence,
    instances: lives.length,
  });
}

interface Life {
  readonly key: ObjectKey;
  /** Undelivered versions between the first and the last delivered one. */
  readonly gap: readonly string[];
  readonly isComplete: boolean;
}

function lifeOf(key: ObjectKey, versions: readonly string[], slow: Delivered): Life {
  const delivered = new Set(slow.events[key.name]?.map(({ resourceVersion }) => resourceVersion));
  // The watch may have started after the first writes, because writes are repeated until the watch delivers an event.
  const first = versions.findIndex((version) => delivered.has(version));
  const last = versions.findLastIndex((version) => delivered.has(version));
  const gap = versions
    .slice(Math.max(0, first), last + 1)
    .filter((version) => !delivered.has(version));
  return { key, gap, isComplete: last === versions.length - 1 };
}
