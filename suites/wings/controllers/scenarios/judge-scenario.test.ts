import { resourceVersion } from "#contract";
import type { JsonObject } from "#contract";
import { describe, expect, it } from "vitest";
import type { ControllerEvent } from "../rules/controller-event.ts";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import type { StepOptions } from "../testing/history-fixture.ts";
import { authored, driven } from "../testing/rows.ts";
import { judgeScenario, violationsIn } from "./judge-scenario.ts";
import type { PlayedScenario } from "./played-scenario.ts";

const scenario = [
  {
    step: "older-view",
    unseen: [{ step: "edit", object: 0, spec: 1 }],
    during: [{ step: "settle" }],
  },
] as const;

function played(olderLists?: number): PlayedScenario {
  return {
    scenario,
    events: [],
    exchanges: [0],
    isSeen: true,
    judging: { convergeMs: 1_000 },
    problem: "exit 1",
    ...(olderLists === undefined ? {} : { olderLists }),
  };
}

function on(requirement: string, of: PlayedScenario): unknown {
  return judgeScenario(of).find((finding) => finding.requirement === requirement);
}

it("that finished early, because the controller keeps writing, does not show that it comes to rest", () => {
  const events = new HistoryFixture().create().report({ a: 1 }).report({ a: 2 }).events;
  const { problem: _problem, ...calm } = { ...played(), events };

  expect(on("controller.comes-to-rest", calm)).toMatchObject({ result: "held" });
  expect(on("controller.comes-to-rest", { ...calm, isRestless: true })).toMatchObject({
    result: "undecided",
    reason: expect.stringContaining("keeps writing"),
  });
});

it("that finished early, because others were not reported on, does not show that reports come in time", () => {
  const events = new HistoryFixture().create().report({ a: 1 }).events;
  const { problem: _problem, ...calm } = { ...played(), events };
  const cut: PlayedScenario = { ...calm, isSilent: true };

  expect(on("controller.status-converges", calm)).toMatchObject({ result: "held" });
  expect(on("controller.status-converges", cut)).toMatchObject({
    result: "undecided",
    reason: expect.stringContaining("had already not reported in time"),
  });
  expect(on("controller.one-flush-per-reconcile", cut)).toMatchObject({ result: "held" });

  const orphaned = { ...cut, missing: ["owned object"] } as const;
  expect(on("controller.status-converges", orphaned)).toMatchObject({ result: "held" });
  expect(on("controller.owned-objects-match", orphaned)).toMatchObject({
    result: "undecided",
    reason: expect.stringMatching(/had already not created or deleted its owned objects in time/u),
  });
});

it("in which all status writes are applies does not need their versions", () => {
  const requirement = "controller.writes-name-their-version";
  const { problem: _problem, ...calm } = played();
  const { events } = new HistoryFixture().create().report({ a: 1 }, driven);
  const applied = events.map((event) =>
    event.event === "write" ? { ...event, isApply: true as const } : event,
  );

  expect(on(requirement, { ...calm, events: applied })).toMatchObject({
    instances: 0,
    isInapplicable: true,
    note: expect.stringContaining("server-side apply"),
  });
  expect(on(requirement, { ...calm, events })).toMatchObject({ instances: 1 });
  expect(on(requirement, calm)).not.toHaveProperty("isInapplicable");
});

it.each(["controller.retries-are-bounded", "controller.writes-only-changes"])(
  "in which a status was written unobserved does not show how it writes: %s",
  (requirement) => {
    const { problem: _problem, ...calm } = played();
    const { events } = authored().report({ a: 1 });
    const reason = expect.stringContaining("no write of the controller passed through the suite");

    expect(on(requirement, { ...calm, events })).toMatchObject({ result: "undecided", reason });
    expect(on(requirement, { ...calm, events, isSeen: false })).toMatchObject({ result: "held" });
    for (const other of [authored(), authored({ a: 1 }), authored().report({ a: 1 }, driven)])
      expect(on(requirement, { ...calm, events: other.events })).toMatchObject({ result: "held" });
  },
);

it("in which operations on a WebSocket cannot be read names the WebSocket", () => {
  const { problem: _problem, ...calm } = played();
  const what = "the operations on a WebSocket without a subprotocol cannot be read";
  const socket = { event: "remark", about: "socket", what, atMs: 0 } as const;
  const events = [socket, ...authored().report({ a: 1 }).events];

  expect(on("controller.retries-are-bounded", { ...calm, events })).toMatchObject({
    result: "undecided",
    reason: `statuses were written, but no write of the controller was observed: ${what}`,
  });
});

it("in which only other writes than those of statuses were observed does not show how it writes", () => {
  const { problem: _problem, ...calm } = played();
  const requirement = "controller.retries-are-bounded";
  const finalized = (report: object): PlayedScenario => ({
    ...calm,
    events: authored()
      .refuse("internal", { side: "main" })
      .mark({ finalizers: ["a"] }, driven)
      .report({ a: 1 }, report).events,
  });

  expect(on(requirement, finalized({}))).toMatchObject({
    result: "undecided",
    reason: expect.stringContaining("no status write of the controller passed through the suite"),
  });
  expect(on(requirement, finalized(driven))).toMatchObject({ instances: 1 });

  const { events } = authored({ a: 1 })
    .refuse("internal", { side: "main" })
    .mark({ finalizers: ["a"] }, driven)
    .mark({ labels: { a: "b" } });
  expect(on(requirement, { ...calm, events })).toMatchObject({ instances: 1 });
});

it.each(["controller.retry-keeps-everything-staged", "controller.acts-on-own-writes"])(
  "in which no status write names a version does not show anything about versions: %s",
  (requirement) => {
    const { problem: _problem, ...calm } = played();
    const { events } = new HistoryFixture().create().report({ a: 1 }, driven);
    const unnamed = events.map((event) => {
      if (event.event !== "write") return event;
      const { precondition: _precondition, ...rest } = event;
      return rest;
    });

    expect(on(requirement, { ...calm, events: unnamed })).toMatchObject({
      isInapplicable: true,
      note: expect.stringContaining("name no version"),
    });
    expect(on(requirement, { ...calm, events })).not.toHaveProperty("isInapplicable");
    expect(on(requirement, calm)).not.toHaveProperty("isInapplicable");
  },
);

it("whose status writes the endpoint rejects for lack of permission does not show whether it converges", () => {
  const { problem: _problem, ...calm } = played();
  const denied = (isByEndpoint: boolean, side: "main" | "status" = "status"): PlayedScenario => ({
    ...calm,
    events: new HistoryFixture()
      .controller("started")
      .create({}, { by: "author" })
      .refuse("forbidden", { isByEndpoint, side })
      .wait(60_001).events,
  });

  expect(on("controller.status-converges", denied(true))).toMatchObject({
    result: "undecided",
    reason: expect.stringContaining("Widget default/one: the endpoint rejected a status write"),
  });
  expect(on("controller.status-converges", denied(false))).toMatchObject({ result: "violated" });
  for (const cut of [{}, { isSilent: true } as const])
    expect(on("controller.status-converges", { ...denied(true, "main"), ...cut })).toMatchObject({
      result: "undecided",
      reason: expect.stringContaining("the endpoint rejected a write of the object for lack of"),
    });
});

it("in which a write after each report is rejected for lack of permission is judged by the reports", () => {
  const { problem: _problem, ...calm } = played();
  const refused = { side: "main", isByEndpoint: true } as const;
  const reportedOn = (): HistoryFixture =>
    new HistoryFixture()
      .controller("started")
      .create({}, { by: "author" })
      .report({ observedGeneration: 1 }, driven)
      .refuse("forbidden", refused);
  const converges = ({ events }: HistoryFixture): unknown =>
    on("controller.status-converges", { ...calm, events });

  expect(converges(reportedOn())).toMatchObject({ result: "held", instances: 1 });
  const edited = reportedOn().edit({ size: 2 }, { by: "author" });
  expect(converges(edited.refuse("forbidden", refused))).toMatchObject({ result: "undecided" });
});

it("in which another request was rejected for lack of permission does not show whether it converges", () => {
  const { problem: _problem, ...calm } = played();
  const silent = new HistoryFixture()
    .controller("started")
    .create({}, { by: "author" })
    .wait(60_001).events;
  const [started, ...rest] = silent;
  const what = "the endpoint rejected POST /leases with HTTP 403";
  const denial = { event: "remark", about: "denial", what, atMs: 0 } as const;
  const denied = started === undefined ? [] : [started, denial, ...rest];

  expect(on("controller.status-converges", { ...calm, events: silent })).toMatchObject({
    result: "violated",
  });
  expect(on("controller.status-converges", { ...calm, events: denied })).toMatchObject({
    result: "undecided",
    reason: `the controller may lack a permission: ${what}`,
  });
});

it("in which a rejected request does not stop the reports is judged by them", () => {
  const { problem: _problem, ...calm } = played();
  const events = new HistoryFixture()
    .controller("started")
    .create({}, { by: "author" })
    .report({ observedGeneration: 1 }, driven)
    .edit({ size: 2 }, { by: "author" })
    .wait(60_001).events;
  const denial = { event: "remark", about: "denial", what: "GET /nodes", atMs: 0 } as const;
  const [started, ...rest] = events;
  const early = started === undefined ? [] : [started, denial, ...rest];

  expect(on("controller.status-converges", { ...calm, events: early })).toMatchObject({
    result: "violated",
  });
  expect(on("controller.status-converges", { ...calm, events: [...events, denial] })).toMatchObject(
    { result: "undecided" },
  );
});

/** A status whose transition time changes without its status, in the second of two writes. */
function restamped(options: StepOptions): readonly ControllerEvent[] {
  return new HistoryFixture()
    .controller("started")
    .create({}, { by: "author" })
    .report({ conditions: [condition("Ready", "True", 1)] }, { by: "controller" })
    .report({ conditions: [condition("Ready", "True", 2)] }, options).events;
}

it("with a status that was not written through the proxy shows no violation on that status", () => {
  const { problem: _problem, ...calm } = played();
  const requirement = "controller.transition-time-stays-without-flip";

  expect(on(requirement, { ...calm, events: restamped({}) })).toMatchObject({
    result: "undecided",
    reason: expect.stringContaining("version 103, by an unknown client, was not written through"),
  });
  expect(on(requirement, { ...calm, events: restamped({ by: "controller" }) })).toMatchObject({
    result: "violated",
  });
  expect(on(requirement, { ...calm, events: restamped({}), isSeen: false })).toMatchObject({
    result: "violated",
  });
});

it.each([
  { manager: "operator", result: "undecided" },
  { manager: "kubectl", result: "violated" },
])("with a finalizer set by $manager, outside of the proxy, is $result", ({ manager, result }) => {
  const { problem: _problem, ...calm } = played();
  const options = { by: "controller", agent: "operator" } as const;
  const finalizers = { 'v:"x/wait"': {} };
  const fields = { "f:metadata": { "f:finalizers": finalizers } };
  const managers = [{ manager, operation: "Update", fields }] as const;
  const { events } = new HistoryFixture()
    .create({}, { by: "author" })
    .report({ phase: "a" }, options)
    .mark({ finalizers: ["x/wait"] }, { managers })
    .mark({ finalizers: [] }, options);

  expect(on("controller.authored-metadata-untouched", { ...calm, events })).toMatchObject({
    result,
  });
});

it("whose writes have versions in another form than its watch does not attribute a status to others", () => {
  const { problem: _problem, ...calm } = played();
  const events = restamped({}).map((event) =>
    event.event === "write" && event.result.answer === "stored"
      ? {
          ...event,
          result: { ...event.result, version: resourceVersion(`r${event.result.version}`) },
        }
      : event,
  );

  expect(on("controller.transition-time-stays-without-flip", { ...calm, events })).toMatchObject({
    result: "violated",
  });
});

describe("a scenario with a violation", () => {
  const requirement = "controller.status-converges";
  const settled = { ...played(), scenario: [{ step: "settle" }] } as const;

  const recurring = { requirement, turns: [1, 2], replays: 3, attempts: 2, broken: 2 } as const;

  it("is described in its simplest form, with the path to it and what it was reduced from", () => {
    const reduced = [{ ...recurring, played: settled }];

    expect(on(requirement, { ...played(), reduced })).toMatchObject({
      actual: "the controller exited on its own: exit 1",
      steps: "wait until idle; reduced from 1 step in 3 replays",
      replay: "1:2",
      plays: { attempts: 2, broken: 2 },
    });
  });

  it.each([
    {
      given: { attempts: 1, broken: 1, isCut: true },
      says: "3 replays, not confirmed by a second replay, then no time was left",
    },
    { given: { turns: [] }, says: "; no simpler form broke the rule in 3 replays" },
    { given: { isCut: true }, says: "; reduced from 1 step in 3 replays, then no time was left" },
  ] as const)("states what was tried: $says", ({ given, says }) => {
    const reduced = [{ ...recurring, ...given, played: settled }];

    expect(on(requirement, { ...played(), reduced })).toMatchObject({
      steps: expect.stringContaining(says),
    });
  });

  it("is described as it is, with the number of plays, if no replay had it", () => {
    const reduced = [{ ...recurring, turns: [], attempts: 3, broken: 1 }];
    const finding = on(requirement, { ...played(), reduced });

    expect(finding).toMatchObject({
      steps: expect.stringContaining("; not reproduced in 3 replays, mostly of simpler forms"),
      plays: { attempts: 3, broken: 1 },
    });
    expect(finding).not.toHaveProperty("replay");
  });

  it.each([0, 3])("is not decided if it was seen once, after %d other replays", (replays) => {
    const reduced = [{ ...recurring, turns: [], replays, attempts: 1, broken: 1 }];

    expect(on(requirement, { ...played(), reduced })).toEqual({
      result: "undecided",
      requirement,
      reason:
        "broken in one execution; no time was left to reproduce it: the controller exited on its own: exit 1",
      evidence: [0],
    });
  });

  it("does not change the findings on other requirements", () => {
    const reduced = [{ ...recurring, played: settled }];
    const other = "controller.conditions-stay";

    expect(on(other, { ...played(), reduced })).toEqual(on(other, played()));
  });
});

it("a missing report is known to be missing only at the end of its time limit", () => {
  const fixture = new HistoryFixture()
    .controller("started")
    .create({}, { by: "author", afterMs: 0 })
    .wait(1_500);
  const violations = violationsIn({ events: fixture.events, judging: { convergeMs: 1_000 } });

  expect(violations.get("controller.status-converges")).toBe(1_500);
});

it("in which no second instance took over states so for the passes that it would have decided", () => {
  const requirement = "controller.observed-generation-not-ahead";
  const remark = expect.stringContaining("two active instances were not tested");

  expect(on(requirement, { ...played(), takeovers: 0 })).toMatchObject({ remark });
  expect(on(requirement, { ...played(), takeovers: 1 })).not.toHaveProperty("remark");
  expect(on(requirement, played())).not.toHaveProperty("remark");
  expect(on("controller.conditions-stay", { ...played(), takeovers: 0 })).not.toHaveProperty(
    "remark",
  );
});

describe("a restart on an older view", () => {
  it("is stated in a finding, with the number of older lists", () => {
    expect(on("controller.status-converges", played(2))).toMatchObject({
      steps:
        "restart with older lists from after (set object 0 to spec 1) and before (wait until idle); 2 lists were served from the older state",
    });
    expect(on("controller.status-converges", played(0))).toMatchObject({
      steps: expect.stringContaining("; no list was served from an older state"),
    });
  });

  it("that was none is a remark of the passes that it would have decided", () => {
    const remark =
      "the controller was restarted, but not with an older view: its list requests require current data";

    expect(on("controller.observed-generation-never-goes-back", played(0))).toMatchObject({
      remark,
    });
    expect(on("controller.acknowledges-current-request", played(0))).toMatchObject({ remark });
    expect(on("controller.conditions-stay", played(0))).not.toHaveProperty("remark");
    expect(on("controller.observed-generation-never-goes-back", played(1))).not.toHaveProperty(
      "remark",
    );
    expect(on("controller.observed-generation-never-goes-back", played())).not.toHaveProperty(
      "remark",
    );
  });

  it("that was none is explained by the lists that the proxy did not recognize", () => {
    const requirement = "controller.acknowledges-current-request";
    const remark = expect.stringContaining("recognized none of its list requests");

    expect(on(requirement, { ...played(0), currentLists: 0 })).toMatchObject({ remark });
    expect(on(requirement, { ...played(0), currentLists: 1 })).toMatchObject({
      remark: expect.stringContaining("require current data"),
    });
    expect(on(requirement, { ...played(1), currentLists: 0 })).not.toHaveProperty("remark");
  });

  it.each([0, 2])("that ended during the start is none, after %d older lists", (olderLists) => {
    const of = { ...played(olderLists), hasCaughtUp: true } as const;

    expect(on("controller.acknowledges-current-request", of)).toMatchObject({
      remark:
        "the controller was restarted, but not with an older view: it is only ready once its watches deliver events",
    });
    expect(on("controller.status-converges", of)).toMatchObject({
      steps: expect.stringContaining(", and the watches delivered events during the start"),
    });
  });
});

function reporting(type: string): Pick<PlayedScenario, "events"> {
  const status = { observedGeneration: 1, conditions: [condition(type, "True")] };
  return { events: new HistoryFixture().create().report(status).events };
}

describe("a requirement about readiness", () => {
  const early = "controller.not-ready-before-observed";
  const agrees = "controller.ready-agrees-with-owned";
  const creating = { ...played(), scenario: [{ step: "create", object: 0, spec: 0 }] } as const;
  const deleting = { ...played(), scenario: [{ step: "delete-owned", object: 0 }] } as const;
  const excuse = "isInapplicable";
  const inapplicable = {
    result: "held",
    instances: 0,
    isInapplicable: true,
    note: "no status has the condition Ready or Available, so none reports that its object is ready",
  };

  it("does not apply if no status reports readiness", () => {
    expect(on(early, { ...creating, ...reporting("Synced") })).toMatchObject(inapplicable);
    expect(on(agrees, { ...deleting, ...reporting("Synced") })).toMatchObject(inapplicable);
  });

  it("may apply if a status does, if there was no status, or if nothing was deleted", () => {
    expect(on(early, { ...creating, ...reporting("Available") })).not.toHaveProperty(excuse);
    expect(on(early, creating)).not.toHaveProperty(excuse);
    expect(on(agrees, { ...deleting, ...reporting("Ready") })).not.toHaveProperty(excuse);
    expect(on(agrees, { ...creating, ...reporting("Synced") })).not.toHaveProperty(excuse);
  });
});

it("readiness that was never reported is named, and so is an owned object that was never created", () => {
  const step = { step: "report-owned", object: 0, isReady: true } as const;
  const findingOn = ({ events }: HistoryFixture): unknown =>
    on("controller.ready-agrees-with-owned", { ...played(), scenario: [step], events });

  expect(findingOn(reported("True"))).toMatchObject({
    note: expect.stringMatching(/^the controller created no owned object/u),
  });
  expect(findingOn(reported("False").owned("part", "exists"))).toMatchObject({
    note: expect.stringMatching(/^no object was ever ready/u),
  });
  expect(findingOn(reported("True").owned("part", "exists"))).not.toHaveProperty("note");
});

it("names the requirement that explains a doubtful generation", () => {
  const acknowledgements = [{ spec: ["plan"], status: ["plan"] }];
  const { events } = new HistoryFixture()
    .create({ spec: { plan: "a" } }, { by: "author" })
    .edit({ plan: "b" }, { by: "author" })
    .report({ observedGeneration: 2, plan: "a" }, { by: "controller" });
  const judging = { convergeMs: 60_000, promises: { Widget: { acknowledgements } } };

  expect(
    on("controller.observed-generation-of-start", { ...played(), events, judging }),
  ).toMatchObject({ instances: 0, note: expect.stringMatching(/acknowledges-current-request/u) });
});

it("generations do not apply to a kind whose statuses do not show what they describe", () => {
  const { events } = reported("True");
  const requirement = "controller.observed-generation-of-start";
  const promises = { Widget: { acknowledgements: [{ spec: ["plan"], status: ["plan"] }] } };
  const acknowledged = { ...played(), events, judging: { convergeMs: 60_000, promises } };

  expect(on(requirement, { ...played(), events })).toMatchObject({
    instances: 0,
    isInapplicable: true,
    note: expect.stringMatching(/^no status shows which of two specs it describes/u),
  });
  expect(on(requirement, acknowledged)).not.toHaveProperty("note");
});

function reported(status: string): HistoryFixture {
  return new HistoryFixture().create({}, { by: "author" }).report(ready(status));
}

function ready(status: string): JsonObject {
  return { conditions: [condition("Ready", status)] };
}

it("a requirement about conditions that turn names the specs that are missing", () => {
  const note =
    "no condition was reported both as True and as not True; with --specs, pass a spec for which the controller reports a failure";
  const steady = { ...played(), ...reporting("Ready") };

  expect(on("controller.conditions-stay", steady)).toMatchObject({ instances: 0, note });
  expect(on("controller.transition-time-moves-on-flip", steady)).toMatchObject({ note });
  const { events } = new HistoryFixture().create().report(ready("True")).report(ready("False"));
  const turned = on("controller.transition-time-moves-on-flip", { ...played(), events });

  expect(turned).not.toHaveProperty("note");
});

describe("a requirement about what no status has", () => {
  const allSpecs = [0, 1, 2, 3].map((spec) => ({ step: "edit", object: 0, spec }) as const);
  const plain = {
    ...played(),
    scenario: allSpecs,
    events: new HistoryFixture().create().report({ a: 1 }).events,
  };
  const reportOf = (status: JsonObject): PlayedScenario => ({
    ...plain,
    events: new HistoryFixture().create().report(status).events,
  });

  it.each(["not-ahead", "follows", "never-goes-back"])(
    "does not apply without generations: observed-generation-%s",
    (name) => {
      const requirement = `controller.observed-generation-${name}`;
      const [item] = [condition("Ready", "True")];
      const own = reportOf({ observedGeneration: 1 });
      const ofCondition = reportOf({ conditions: [{ ...item, observedGeneration: 1 }] });

      expect(on(requirement, plain)).toMatchObject({
        isInapplicable: true,
        note: "no status has an observed generation (controller.observed-generation-reported)",
      });
      expect(on(requirement, own)).not.toHaveProperty("isInapplicable");
      expect(on(requirement, ofCondition)).not.toHaveProperty("isInapplicable");
      expect(on(requirement, { ...plain, events: [] })).not.toHaveProperty("isInapplicable");
    },
  );

  it.each(["conditions-unique-by-type", "transition-time-stays-without-flip", "conditions-stay"])(
    "does not apply without conditions: %s",
    (name) => {
      const requirement = `controller.${name}`;
      const note = "no status has conditions";

      expect(on(requirement, plain)).toMatchObject({ isInapplicable: true, note });
      expect(
        on(requirement, reportOf({ conditions: [condition("Ready", "True")] })),
      ).not.toHaveProperty("isInapplicable");
    },
  );

  it("may apply to turns of conditions if not all specs were tried", () => {
    const few = { ...plain, scenario: allSpecs.slice(1) };

    expect(on("controller.conditions-stay", few)).not.toHaveProperty("isInapplicable");
    expect(on("controller.conditions-unique-by-type", few)).toHaveProperty("isInapplicable");
  });
});
