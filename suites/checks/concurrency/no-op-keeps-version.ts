import { counted, isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource, Semantics } from "#contract";
import {
  acceptedObject,
  claim,
  declaredFor,
  defineCheck,
  describeEvents,
  given,
  objectOf,
  sampleStatus,
  specWrite,
  statusWrite,
  undecided,
  vacuous,
  writableSpec,
} from "#harness";
import type { Finding, SettledEvents, Step } from "#harness";
import { givenNoOps, judgeNoOpEvents, judgeNoOpVersions } from "./judge-no-op-version.ts";
import type { NoOpWrite } from "./judge-no-op-version.ts";
import { areAnnounced, repeatNoOps } from "./repeated-no-ops.ts";
import type { RepeatedNoOps } from "./repeated-no-ops.ts";

interface Observations {
  readonly stored: Resource;
  readonly sameStatus: Step;
  /** A write of the same status with its fields in another order. Absent in older records. */
  readonly reordered?: Step;
  readonly sameSpec: Step;
  /** The declared behavior of a spec write, if it may differ from the behavior of the tested mutation. */
  readonly noOpOfSpec?: Semantics["noOp"];
  readonly events: SettledEvents;
  /** Further writes of the same status, if the watch has repeated an event. */
  readonly repeated?: RepeatedNoOps;
}

/** Without this rule, a controller that repeats a report would trigger itself endlessly. */
export const noOpKeepsVersion = defineCheck<Observations>({
  id: "concurrency/no-op-keeps-version",
  title: "A write that changes nothing succeeds, keeps the version and causes no event",
  covers: [
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
    "generation.ignores-no-op-writes",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const write = await context.call(
      statusWrite(context, key, { resourceVersion: object.metadata.resourceVersion, status }),
    );
    const stored = acceptedObject(write, "a status write failed");
    const { resourceVersion } = stored.metadata;
    const sameStatus = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const again = acceptedObject(sameStatus, "the same status was not accepted a second time");
    const reordered = await context.call(
      statusWrite(context, key, {
        resourceVersion: again.metadata.resourceVersion,
        status: inOtherOrder(status),
      }),
    );
    const current = (objectOf(reordered) ?? again).metadata;
    const { spec } = stored;
    const sameSpec = await context.call(
      specWrite(key, {
        resourceVersion: current.resourceVersion,
        ...(spec === undefined ? {} : { spec: writableSpec(context.kind, spec) }),
      }),
    );
    const { noOp: noOpOfSpec } = declaredFor(context, sameSpec.command);
    const events = await context.settle(key);
    const { resourceVersion: last } = objectOf(sameSpec)?.metadata ?? current;
    const repeated = await repeatNoOps(events, {
      write: () => context.call(statusWrite(context, key, { resourceVersion: last, status })),
      settle: () => context.settle(key),
    });
    return {
      stored,
      sameStatus,
      reordered,
      sameSpec,
      noOpOfSpec,
      events,
      ...(repeated === undefined ? {} : { repeated }),
    };
  },

  judge(observations, { semantics: { noOp } }) {
    const { stored, sameStatus, reordered, sameSpec, noOpOfSpec, events, repeated } = observations;
    const writes = [
      { step: sameStatus, noOp },
      ...(reordered === undefined ? [] : [{ step: reordered, noOp }]),
      { step: sameSpec, noOp: noOpOfSpec ?? noOp },
    ];
    return [
      ...judgeNoOpVersions(stored, writes),
      given("generation.ignores-no-op-writes", { sameSpec }, (of) => ({
        holds: of.sameSpec.metadata.generation === stored.metadata.generation,
        expected: `generation ${stored.metadata.generation ?? "absent"}, as before`,
        actual: `generation ${of.sameSpec.metadata.generation ?? "absent"}`,
      })),
      ...(events.watched
        ? [judgeEvents({ stored, writes, events, repeated })]
        : vacuous(["watch.nothing-for-no-op"], "the kind does not support watches")),
    ];
  },
});

/** Reverses the order of properties at all levels. Property order is not significant in JSON. */
function inOtherOrder(object: JsonObject): JsonObject {
  const properties = Object.entries(object).toReversed();
  return Object.fromEntries(properties.map(([name, value]) => [name, reversed(value)]));
}

function reversed(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(reversed);
  return isJsonObject(value) ? inOtherOrder(value) : value;
}

interface NoOpEvents {
  readonly stored: Resource;
  readonly writes: readonly NoOpWrite[];
  readonly events: SettledEvents;
  readonly repeated: RepeatedNoOps | undefined;
}

/** Compares events with versions: no event if the version is kept, one event for each new version. */
function judgeEvents(of: NoOpEvents): Finding {
  const { writes, events, repeated } = of;
  const isSilent = writes[0]?.noOp === "keepsVersion";
  return repeated !== undefined && isSilent && areAnnounced(events.events, repeated)
    ? judgeRepeated(repeated)
    : judgeNumber(of);
}

function judgeRepeated({ writes }: RepeatedNoOps): Finding {
  const caused = writes.flatMap(({ events }) => events.at(-1) ?? []);
  return claim("watch.nothing-for-no-op", {
    holds: false,
    expected: "0 events for writes that change nothing",
    actual: `one event for each of ${counted(writes.length, "write")}, and none between them: ${describeEvents(caused)}`,
    evidence: writes.map(({ step }) => step.exchange),
  });
}

function judgeNumber({ stored, writes, events }: NoOpEvents): Finding {
  const requirement = "watch.nothing-for-no-op";
  const evidence = writes.map(({ step }) => step.exchange);
  if (!events.reached)
    return undecided(
      requirement,
      events.problem ?? "the watch did not deliver the sentinel event",
      evidence,
    );
  const { resourceVersion } = stored.metadata;
  const own = events.events.filter((event) => event.resourceVersion === resourceVersion);
  // A first status write that kept the version caused no event. The ADDED event then has that version.
  const report = own.find(({ type }) => type === "MODIFIED") ?? own[0];
  const position = report === undefined ? -1 : events.events.indexOf(report);
  const versions = new Set([
    resourceVersion,
    ...writes.map(({ step }) => objectOf(step)?.metadata.resourceVersion),
  ]);
  const isCreation = (event: SettledEvents["events"][number]): boolean =>
    event.type === "ADDED" && !versions.has(event.resourceVersion);
  const startedMs = writes[0]?.step.startedMs ?? 0;
  // A creation that arrives late is not caused by these writes, unless it has the version of one of them.
  const during = events.events
    .slice(position + 1)
    .filter((event) => event.arrivedMs >= startedMs && !isCreation(event));
  return givenNoOps(requirement, writes, (wanted) =>
    judgeNoOpEvents({ requirement, evidence, writes, wanted, during, all: events.events }),
  );
}
