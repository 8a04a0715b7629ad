import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { AuditFixture } from "../testing/audit-fixture.ts";
import type { FixtureLevel } from "../testing/audit-fixture.ts";
import { judgeAudit } from "../testing/judged-log.ts";

/** Returns the names of the violated rules, each with the responsible user and the user whose writes were corrupted. */
function found(story: AuditFixture): readonly string[] {
  const { findings, anomalies } = judgeAudit([story.text]);
  expect(anomalies).toEqual([]);
  return findings.map(({ rule, by, other }) => [rule, by.user, other?.user ?? ""].join(" ").trim());
}

function begun(level?: FixtureLevel): { story: AuditFixture; version: string } {
  const story = new AuditFixture(level);
  const version = story.send({
    user: "owner",
    verb: "create",
    body: { spec: { size: 3, title: "a" } },
  });
  return { story, version };
}

function condition(type: string, status: string): JsonObject {
  return { type, status };
}

function takingTurns(count: number, afterMs = 100): AuditFixture {
  const { story } = begun();
  for (let i = 0; i < count; i += 1) {
    const [user, size] = i % 2 === 0 ? (["a", 2] as const) : (["b", 5] as const);
    story.send({ user, verb: "patch", body: { spec: { size } }, afterMs });
  }
  return story;
}

function writing(count: number, statusOf: (i: number) => JsonObject, afterMs = 50): AuditFixture {
  const { story } = begun();
  for (let i = 0; i < count; i += 1) {
    story.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: statusOf(i) },
      afterMs,
    });
  }
  return story;
}
const at = (i: number): JsonObject => ({
  seen: new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString(),
});

describe("lost-update", () => {
  const both = { conditions: [condition("Healthy", "True"), condition("Synced", "True")] };

  function withTwoConditions(): { story: AuditFixture; version: string } {
    const { story } = begun();
    const status = { conditions: [condition("Healthy", "False"), condition("Synced", "False")] };
    const version = story.send({ user: "health", verb: "patch", side: "status", body: { status } });
    return { story, version };
  }

  it("is a write without a version that undoes another client's write", () => {
    const { story } = withTwoConditions();
    story.send({ user: "sync", verb: "get" });
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    story.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const stale = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    story.send({ user: "sync", verb: "patch", side: "status", body: { status: stale } });

    expect(found(story)).toEqual(["lost-update sync health"]);
  });

  it("is none if the writer had read the value that it undid", () => {
    const { story } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    story.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    story.send({ user: "sync", verb: "get" });
    const decided = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    story.send({ user: "sync", verb: "patch", side: "status", body: { status: decided } });

    expect(found(story)).toEqual([]);
  });

  it("is none where a version was named, or nothing was withdrawn", () => {
    const { story } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    const naming = story.send({
      user: "health",
      verb: "patch",
      side: "status",
      body: { status: healthy },
    });
    const decided = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    story.send({ user: "sync", verb: "update", side: "status", body: { status: decided }, naming });
    story.send({ user: "other", verb: "patch", side: "status", body: { status: both } });

    expect(found(story)).toEqual([]);
  });

  it("is none where the write does nothing but put back: that may be meant", () => {
    const { story } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    story.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const back = { conditions: [condition("Healthy", "False"), condition("Synced", "False")] };
    story.send({ user: "sync", verb: "patch", side: "status", body: { status: back } });

    expect(found(story)).toEqual([]);
  });

  it("is none where too much time has passed for a read to be stale", () => {
    const { story } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    story.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const later = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    story.send({
      user: "sync",
      verb: "patch",
      side: "status",
      body: { status: later },
      afterMs: 400_000,
    });

    expect(found(story)).toEqual([]);
  });
});

describe("stale-retry", () => {
  const renamed = { spec: { size: 3, title: "b" } };

  it("is the same content at a newer version, which undoes the writes in between", () => {
    const { story, version } = begun();
    const naming = story.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    story.send({ user: "bot", verb: "update", body: renamed, naming: version });
    story.send({ user: "bot", verb: "update", body: renamed, naming });

    expect(found(story)).toEqual(["stale-retry bot owner"]);
  });

  it("is none if the content was newly generated", () => {
    const { story, version } = begun();
    const naming = story.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    story.send({ user: "bot", verb: "update", body: renamed, naming: version });
    story.send({ user: "bot", verb: "update", body: { spec: { size: 7, title: "b" } }, naming });

    expect(found(story)).toEqual([]);
  });

  it.each(["Metadata", "RequestResponse"] as const)(
    "is one version named again and again (%s)",
    (level) => {
      const { story, version } = begun(level);
      story.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
      for (let i = 0; i < 4; i += 1) {
        story.send({ user: "bot", verb: "update", body: renamed, naming: version, afterMs: 400 });
      }

      expect(found(story)).toEqual(["stale-retry bot"]);
    },
  );

  it("is none where a cache that is a moment behind explains it", () => {
    const { story, version } = begun("Metadata");
    story.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    for (let i = 0; i < 6; i += 1) {
      story.send({
        user: "bot",
        verb: "update",
        body: renamed,
        naming: version,
        afterMs: 5 * 2 ** i,
      });
    }

    expect(found(story)).toEqual([]);
  });
});

describe("status-by-main-resource", () => {
  it("is a status that is not the one that was read, and not stored", () => {
    const { story, version } = begun();
    const body = { spec: { size: 3, title: "a" }, status: { phase: "Ready" } };
    story.send({ user: "bot", verb: "update", body, naming: version });

    expect(found(story)).toEqual(["status-by-main-resource bot"]);
  });

  it("is a patch of the main resource with a status", () => {
    const { story } = begun();
    story.send({ user: "bot", verb: "patch", body: { status: { phase: "Ready" } } });

    expect(found(story)).toEqual(["status-by-main-resource bot"]);
  });

  it("is none where the status is sent along as it was read, or with zero values", () => {
    const { story } = begun();
    const naming = story.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Ready" } },
    });
    const status = {
      phase: "Ready",
      message: "",
      ready: false,
      count: 0,
      conditions: [],
      limits: {},
    };
    story.send({
      user: "owner",
      verb: "update",
      body: { spec: { size: 4, title: "a" }, status },
      naming,
    });

    expect(found(story)).toEqual([]);
  });
});

describe("spec-by-status-writer", () => {
  it("is another client's spec that the reporting client changes", () => {
    const { story } = begun();
    story.send({ user: "bot", verb: "patch", body: { spec: { size: 9 } } });
    story.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Ready" } },
    });

    expect(found(story)).toEqual(["spec-by-status-writer bot owner"]);
  });

  it("is none if the writer sets empty fields, changes its own, or does not report", () => {
    const { story } = begun();
    story.send({ user: "bot", verb: "patch", body: { spec: { address: "10.0.0.1" } } });
    story.send({ user: "bot", verb: "patch", body: { spec: { address: "10.0.0.2" } } });
    story.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Ready" } },
    });
    story.send({ user: "autoscaler", verb: "patch", body: { spec: { size: 5 } } });
    story.send({
      user: "owner",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Odd" } },
    });
    story.send({ user: "owner", verb: "patch", body: { spec: { size: 6 } } });

    expect(found(story)).toEqual([]);
  });

  it("is none for a person, who may do both", () => {
    const { story } = begun();
    const person = {
      user: "admin",
      agent: "kubectl/v1.34.0 (linux/amd64)",
      verb: "patch",
    } as const;
    story.send({ ...person, body: { spec: { size: 9 } } });
    story.send({ ...person, side: "status", body: { status: { phase: "Ready" } } });

    expect(found(story)).toEqual([]);
  });
});

describe("fight", () => {
  it("is two clients that set a field in turn, three times each", () => {
    expect(found(takingTurns(6))).toEqual(["fight a b"]);
    expect(found(takingTurns(5))).toEqual([]);
  });

  it("is none with long pauses", () => {
    expect(found(takingTurns(8, 700_000))).toEqual([]);
  });
});

describe("hot-loop", () => {
  it("is writes of nothing, of nothing but times, back and forth, and of nothing but counts", () => {
    expect(found(writing(22, () => ({ phase: "Ready" })))).toEqual(["hot-loop bot"]);
    expect(found(writing(22, at))).toEqual(["hot-loop bot"]);
    expect(found(writing(24, (i) => ({ phase: i % 2 === 0 ? "A" : "B" })))).toEqual([
      "hot-loop bot",
    ]);
    expect(found(writing(44, (i) => ({ count: i })))).toEqual(["hot-loop bot"]);
  });

  it("is none for heartbeats, for progress, and for few writes", () => {
    expect(found(writing(60, at, 2_000))).toEqual([]);
    expect(found(writing(30, (i) => ({ ready: i })))).toEqual([]);
    expect(found(writing(15, at))).toEqual([]);
  });

  it("is none while others change the object", () => {
    const { story } = begun();
    for (let i = 0; i < 40; i += 1) {
      story.send({ user: "owner", verb: "patch", body: { spec: { size: i + 4 } } });
      story.send({ user: "bot", verb: "patch", side: "status", body: { status: at(i) } });
    }

    expect(found(story)).toEqual([]);
  });

  it("is seen without bodies where every write names the version that the one before named", () => {
    const { story, version: naming } = begun("Metadata");
    const body = { spec: { size: 3, title: "a" } };
    for (let i = 0; i < 22; i += 1) story.send({ user: "bot", verb: "update", body, naming });

    expect(found(story)).toEqual(["hot-loop bot"]);
  });

  it("is many refusals in a row", () => {
    const { story } = begun();
    for (let i = 0; i < 50; i += 1) {
      story.send({
        user: "bot",
        verb: "patch",
        side: "status",
        code: 422,
        body: { status: { phase: 1 } },
      });
    }

    expect(found(story)).toEqual(["hot-loop bot"]);
  });
});
