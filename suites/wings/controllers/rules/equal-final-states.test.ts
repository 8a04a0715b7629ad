import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import type { ControllerEvent } from "./controller-event.ts";
import type { End } from "./ends.ts";
import { judgeControllers } from "./judge-controllers.ts";

const requirement = "controller.same-end-on-any-path";

const small = { size: 1 };
const large = { size: 2 };

/** The final states of an undisturbed run: two new objects for each spec, and one edited object. */
function known(statusOf: (spec: JsonObject) => JsonObject): readonly End[] {
  const [ofSmall, ofLarge] = [statusOf(small), statusOf(large)];
  const news = [
    { spec: small, status: ofSmall },
    { spec: large, status: ofLarge },
  ];
  return [
    ...news,
    ...news,
    { spec: small, status: ofSmall, before: ofLarge },
    { spec: large, status: ofLarge, before: ofSmall },
  ];
}

function count({ size = 0 }: JsonObject): JsonObject {
  return { count: size };
}

function reported(size: number, status: string, reason: string): JsonObject {
  return { count: size, conditions: [{ type: "Ready", status, reason, message: "" }] };
}

class ScriptedHistory {
  readonly events: ControllerEvent[] = [];
  #atMs = 0;
  #objects = 0;
  #version = 0;
  #generation = 1;
  #spec: JsonObject = {};

  create(spec: JsonObject, status: JsonObject): this {
    if (this.#objects > 0) this.#add({ event: "gone", key: this.#key(), atMs: this.#atMs });
    this.#objects += 1;
    this.#generation = 0;
    return this.edit(spec, status);
  }

  edit(spec: JsonObject, status: JsonObject): this {
    this.#generation += 1;
    this.#spec = spec;
    this.#store("author", undefined);
    return this.report(status);
  }

  report(status: JsonObject): this {
    this.#store("controller", status);
    return this.settle();
  }

  rival(status: JsonObject): this {
    this.#store("rival", status);
    return this.settle();
  }

  settle(): this {
    this.#add({ event: "settled", atMs: this.#atMs });
    return this;
  }

  disturb(): this {
    this.#add({ event: "disturbed", what: "watches broken", atMs: this.#atMs });
    return this;
  }

  withholding(withholding: "begins" | "ends"): this {
    this.#add({ event: "disturbed", what: "events", withholding, atMs: this.#atMs });
    return this;
  }

  wait(ms: number): this {
    this.#atMs += ms;
    return this.settle();
  }

  #status: JsonObject | undefined;

  #store(by: "author" | "controller" | "rival", status: JsonObject | undefined): void {
    this.#version += 1;
    if (this.#generation === 1 && by === "author") this.#status = undefined;
    this.#status = status ?? this.#status;
    const version = resourceVersion(String(this.#version));
    const key = this.#key();
    this.#add({
      event: "write",
      by,
      side: by === "author" ? "main" : "status",
      key,
      result: { answer: "stored", version },
      atMs: this.#atMs,
    });
    this.#add({
      event: "shown",
      type: "MODIFIED",
      atMs: this.#atMs,
      object: {
        kind: "Widget",
        metadata: {
          name: key.name,
          namespace: "default",
          uid: uid(`u${this.#objects}`),
          resourceVersion: version,
          generation: this.#generation,
        },
        spec: this.#spec,
        ...(this.#status === undefined ? {} : { status: this.#status }),
      },
    });
  }

  #key(): { kind: string; namespace: string; name: string } {
    return { kind: "Widget", namespace: "default", name: `object-${this.#objects}` };
  }

  #add(event: ControllerEvent): void {
    this.events.push(event);
    this.#atMs += 10;
  }
}

interface Verdict {
  readonly tried: number;
  readonly broken: readonly string[];
  readonly doubts: number;
}

function verdictOn({ events }: ScriptedHistory, ends: readonly End[] = known(count)): Verdict {
  const judge = judgeControllers({ ends });
  for (const event of events) judge.observe(event);
  const doubts = judge.ends.doubts.length;
  const { findings, standings } = judge.conclude();
  return {
    tried: standings.find((one) => one.requirement === requirement)?.instances ?? 0,
    broken: findings.filter((one) => one.requirement === requirement).map(({ detail }) => detail),
    doubts,
  };
}

const leftOver = "status.count is 2, but 1 for a new object, although the spec is the same";

describe("an object that was edited back", () => {
  it("is compared with new objects", () => {
    const fixture = new ScriptedHistory().create(large, { count: 2 }).edit(small, { count: 1 });

    expect(verdictOn(fixture)).toEqual({ tried: 1, broken: [], doubts: 0 });
  });

  it("is doubted if it keeps the value of another spec, and not judged without an older new object", () => {
    const fixture = new ScriptedHistory().create(large, { count: 2 }).edit(small, { count: 2 });

    expect(verdictOn(fixture)).toEqual({ tried: 0, broken: [], doubts: 1 });
  });

  it("is a violation once a new object of its age has ended otherwise", () => {
    const fixture = new ScriptedHistory()
      .create(large, { count: 2 })
      .edit(small, { count: 2 })
      .create(small, { count: 1 })
      .wait(1_000);

    expect(verdictOn(fixture)).toEqual({ tried: 1, broken: [leftOver], doubts: 0 });
  });

  it("is not compared while the controller does not receive all events", () => {
    const fixture = new ScriptedHistory()
      .create(large, { count: 2 })
      .withholding("begins")
      .edit(small, { count: 2 })
      .withholding("ends")
      .report({ count: 1 })
      .create(small, { count: 1 })
      .wait(1_000);

    expect(verdictOn(fixture)).toEqual({ tried: 1, broken: [], doubts: 0 });
  });

  it("is no violation if a new object ends like it at its age", () => {
    const fixture = new ScriptedHistory()
      .create(large, { count: 2 })
      .edit(small, { count: 2 })
      .create(small, { count: 1 })
      .wait(1_000)
      .report({ count: 2 });

    expect(verdictOn(fixture).broken).toEqual([]);
  });

  describe("and keeps the status of a condition, which edited objects never change", () => {
    const [ofSmall, ofLarge] = [reported(1, "True", "Served"), reported(2, "False", "TooLarge")];
    const judged = (kept: JsonObject): readonly string[] => {
      const ends = [
        ...[ofSmall, ofSmall].map((one) => ({ spec: small, status: one })),
        ...[ofLarge, ofLarge].map((one) => ({ spec: large, status: one })),
        { spec: large, status: kept, before: ofSmall },
      ];
      const fixture = new ScriptedHistory().create(small, ofSmall).edit(large, kept);
      return verdictOn(fixture.create(large, ofLarge).wait(1_000), ends).broken;
    };

    it("is a violation if everything else is reported as for a new object", () => {
      expect(judged(reported(2, "True", "TooLarge"))).toEqual([
        'the condition Ready is "True", but "False" for a new object, although the spec is the same',
      ]);
    });

    it("is no violation if the reason is kept as well, as if the object were paused", () => {
      expect(judged(reported(2, "True", "Served"))).toEqual([]);
    });

    it("is no violation if another value is kept as well", () => {
      expect(judged(reported(1, "True", "TooLarge"))).toEqual([]);
    });
  });

  it("is no violation if it may follow from a value that edited objects keep, as if it were paused", () => {
    const none = { size: 0, paused: true };
    const one = { size: 1, paused: true };
    const [ofNone, ofOne] = [
      { count: 0, complete: true },
      { count: 0, complete: false },
    ];
    const paused: readonly End[] = [
      { spec: none, status: ofNone },
      { spec: none, status: ofNone },
      { spec: one, status: ofOne },
      { spec: one, status: ofOne },
      { spec: none, status: ofNone, before: ofOne },
    ];
    const keeping = new ScriptedHistory()
      .create(large, { count: 2, complete: true })
      .edit(none, { count: 2, complete: false })
      .create(none, ofNone)
      .wait(1_000);
    const following = new ScriptedHistory()
      .create(one, ofOne)
      .edit(none, { count: 0, complete: false })
      .create(none, ofNone)
      .wait(1_000);

    expect(verdictOn(keeping, paused).broken).toEqual([]);
    expect(verdictOn(following, paused).broken).toHaveLength(1);
  });

  it("is no violation if no edited object is known to end otherwise, as if it were paused", () => {
    const paused = known(count).filter(({ before }) => before === undefined);
    const fixture = new ScriptedHistory()
      .create(large, { count: 2 })
      .edit(small, { count: 2 })
      .create(small, { count: 1 })
      .wait(1_000);

    expect(verdictOn(fixture, paused).broken).toEqual([]);
  });

  it.each([
    { name: "a counter that grows", status: { count: 3 } },
    { name: "an unknown text", status: { count: "two" } },
    { name: "an additional value", status: { count: 1, extra: true } },
  ])("may report $name", ({ status }) => {
    const fixture = new ScriptedHistory()
      .create(large, { count: 2 })
      .edit(small, status)
      .create(small, { count: 1 })
      .wait(1_000);

    expect(verdictOn(fixture).broken).toEqual([]);
  });
});

function reporting(
  ...conditions: readonly (readonly [type: string, status: string, reason: string, seen?: number])[]
): JsonObject {
  return {
    conditions: conditions.map(([type, status, reason, observedGeneration = 1]) => {
      return { type, status, reason, observedGeneration };
    }),
  };
}

function anew(status: JsonObject): JsonObject {
  const { conditions } = status;
  if (!Array.isArray(conditions)) return status;
  return { ...status, conditions: conditions.map((one) => ({ ...one, observedGeneration: 2 })) };
}

/** The end states that a judge collects from a run with two new objects for each spec, and edits in both directions. */
function learned(statusOf: (spec: JsonObject) => JsonObject): readonly End[] {
  const fixture = new ScriptedHistory();
  for (const spec of [small, large, small, large]) fixture.create(spec, statusOf(spec));
  for (const [from, to] of [[small, large] as const, [large, small] as const]) {
    fixture.create(from, statusOf(from)).edit(to, anew(statusOf(to)));
  }
  const judge = judgeControllers({});
  for (const event of fixture.events) judge.observe(event);
  return judge.ends.undisturbed;
}

describe("an object that was edited back from a failure", () => {
  const failed = { ...reporting(["Ready", "False", "TooLarge"]), error: "too large" };
  const fine = reporting(["Ready", "True", "Granted"]);
  const statusOf = ({ size }: JsonObject): JsonObject => (size === 2 ? failed : fine);
  const after = (status: JsonObject): ScriptedHistory =>
    new ScriptedHistory().create(large, failed).edit(small, status).create(small, fine).wait(1_000);

  it("must not keep the error, even if no edited object is known to lose it", () => {
    const sticky = learned(statusOf).map((end) =>
      end.before === undefined || end.status["error"] !== undefined
        ? end
        : { ...end, status: { ...end.status, error: "too large" } },
    );

    for (const ends of [learned(statusOf), sticky]) {
      expect(verdictOn(after({ ...anew(fine), error: "too large" }), ends).broken).toEqual([
        'status.error is "too large", but absent for a new object, although the spec is the same',
      ]);
    }
  });

  it.each([
    { name: "while it reports failure", status: { ...anew(failed), phase: "Paused" } },
    { name: "with another text", status: { ...anew(fine), error: "was too large" } },
    { name: "as a number", status: { ...anew(fine), failures: 1 } },
  ])("may keep a part of the failure $name", ({ status }) => {
    const frozen = learned(statusOf).filter(({ before }) => before === undefined);
    const counting = frozen.map((end) =>
      end.spec["size"] === 2 ? { ...end, status: { ...end.status, failures: 1 } } : end,
    );

    expect(verdictOn(after(status), counting).broken).toEqual([]);
  });

  it("must not keep the reason", () => {
    const kept = reporting(["Ready", "True", "TooLarge", 2]);

    expect(verdictOn(after(kept), learned(statusOf)).broken).toEqual([
      'the reason of the condition Ready is "TooLarge", but "Granted" for a new object, although the spec is the same',
    ]);
  });
});

describe("the generation of a condition", () => {
  const status = (): JsonObject => reporting(["Ready", "True", "Done"], ["Synced", "True", "Done"]);
  const stale = reporting(["Ready", "True", "Done", 2], ["Synced", "True", "Done", 1]);
  const fixture = (): ScriptedHistory =>
    new ScriptedHistory()
      .create(large, status())
      .edit(small, stale)
      .create(small, status())
      .wait(1_000);

  it("must be that of the object if edited objects are known to have it", () => {
    expect(verdictOn(fixture(), learned(status)).broken).toEqual([
      "the generation of the condition Synced is older than that of the object, but current for a new object, although the spec is the same",
    ]);
  });

  it("may be older if that is so for each edited object", () => {
    const onlyNew = learned(status).filter(({ before }) => before === undefined);

    expect(verdictOn(fixture(), onlyNew).broken).toEqual([]);
  });
});

describe("an object that was disturbed", () => {
  const ready = { conditions: [{ type: "Ready", status: "True" }] };

  it("breaks the rule if it lacks a condition that all others have", () => {
    const fixture = new ScriptedHistory()
      .create(small, ready)
      .disturb()
      .report({ conditions: [] })
      .create(small, ready)
      .wait(1_000);

    expect(
      verdictOn(
        fixture,
        known(() => ready),
      ).broken,
    ).toEqual([
      'the condition Ready is absent, but "True" for a new object, although the spec is the same',
    ]);
  });

  it("may keep a value, as a paused object does, if no edited object has changed to that of new objects", () => {
    const none = { size: 0 };
    const news = [
      { spec: small, status: { count: 0 } },
      { spec: large, status: { count: 2 } },
      { spec: none, status: { count: 0 } },
    ];
    const paused = { spec: small, status: { count: 0 }, before: { count: 0 } };
    const fixture = new ScriptedHistory()
      .create(small, { count: 0 })
      .edit(large, { count: 2 })
      .disturb()
      .edit(small, { count: 2 })
      .create(small, { count: 0 })
      .wait(1_000);

    expect(verdictOn(fixture, [...news, ...news, paused, paused]).broken).toEqual([]);
  });

  it("is not compared if another controller reports on it", () => {
    const fixture = new ScriptedHistory()
      .create(small, ready)
      .disturb()
      .rival({ conditions: [] })
      .create(small, ready)
      .wait(1_000);

    expect(
      verdictOn(
        fixture,
        known(() => ready),
      ),
    ).toEqual({ tried: 0, broken: [], doubts: 0 });
  });

  it("is not compared in values on which new objects differ, in times, or in values about the past", () => {
    let ordinal = 0;
    const statusOf = (): JsonObject => ({
      address: `192.0.2.${(ordinal += 1)}`,
      since: "2026-01-01T00:00:00Z",
      lastError: "none",
      observedGeneration: 1,
    });
    const fixture = new ScriptedHistory()
      .create(small, statusOf())
      .disturb()
      .report({})
      .create(small, statusOf())
      .wait(1_000);

    expect(verdictOn(fixture, known(statusOf)).broken).toEqual([]);
  });
});

it("compares names as placeholders", () => {
  const ends = known(() => ({ host: "{{name}}.example", count: 1 }));
  const fixture = new ScriptedHistory()
    .create(small, { host: "object-1.example", count: 1 })
    .disturb()
    .report({ host: "object-1.example", count: 1, more: 1 });

  expect(verdictOn(fixture, ends)).toEqual({ tried: 1, broken: [], doubts: 0 });
});
