import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { AuditFixture } from "../testing/audit-fixture.ts";
import type { FixtureLevel } from "../testing/audit-fixture.ts";
import { judgeAudit } from "../testing/judged-log.ts";

/** Returns the names of the violated rules, each with the responsible user and the user whose writes were corrupted. */
function found(fixture: AuditFixture): readonly string[] {
  const { findings, anomalies } = judgeAudit([fixture.text]);
  expect(anomalies).toEqual([]);
  return findings.map(({ rule, by, other }) => [rule, by.user, other?.user ?? ""].join(" ").trim());
}

function begun(level?: FixtureLevel): { fixture: AuditFixture; version: string } {
  const fixture = new AuditFixture(level);
  const version = fixture.send({
    user: "owner",
    verb: "create",
    body: { spec: { size: 3, title: "a" } },
  });
  return { fixture, version };
}

function condition(type: string, status: string): JsonObject {
  return { type, status };
}

function takingTurns(count: number, afterMs = 100): AuditFixture {
  const { fixture } = begun();
  for (let i = 0; i < count; i += 1) {
    const [user, size] = i % 2 === 0 ? (["a", 2] as const) : (["b", 5] as const);
    fixture.send({ user, verb: "patch", body: { spec: { size } }, afterMs });
  }
  return fixture;
}

function writing(count: number, statusOf: (i: number) => JsonObject, afterMs = 50): AuditFixture {
  const { fixture } = begun();
  for (let i = 0; i < count; i += 1) {
    fixture.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: statusOf(i) },
      afterMs,
    });
  }
  return fixture;
}
const at = (i: number): JsonObject => ({
  seen: new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString(),
});

describe("lost-update", () => {
  const both = { conditions: [condition("Healthy", "True"), condition("Synced", "True")] };

  function withTwoConditions(): { fixture: AuditFixture; version: string } {
    const { fixture } = begun();
    const status = { conditions: [condition("Healthy", "False"), condition("Synced", "False")] };
    const version = fixture.send({
      user: "health",
      verb: "patch",
      side: "status",
      body: { status },
    });
    return { fixture, version };
  }

  it("is a write without a version that undoes another client's write", () => {
    const { fixture } = withTwoConditions();
    fixture.send({ user: "sync", verb: "get" });
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    fixture.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const stale = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    fixture.send({ user: "sync", verb: "patch", side: "status", body: { status: stale } });

    expect(found(fixture)).toEqual(["lost-update sync health"]);
  });

  it("is none if the writer had read the value that it undid", () => {
    const { fixture } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    fixture.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    fixture.send({ user: "sync", verb: "get" });
    const decided = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    fixture.send({ user: "sync", verb: "patch", side: "status", body: { status: decided } });

    expect(found(fixture)).toEqual([]);
  });

  it("is none where a version was named, or nothing was withdrawn", () => {
    const { fixture } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    const naming = fixture.send({
      user: "health",
      verb: "patch",
      side: "status",
      body: { status: healthy },
    });
    const decided = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    fixture.send({
      user: "sync",
      verb: "update",
      side: "status",
      body: { status: decided },
      naming,
    });
    fixture.send({ user: "other", verb: "patch", side: "status", body: { status: both } });

    expect(found(fixture)).toEqual([]);
  });

  it("is none where the write does nothing but put back: that may be meant", () => {
    const { fixture } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    fixture.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const back = { conditions: [condition("Healthy", "False"), condition("Synced", "False")] };
    fixture.send({ user: "sync", verb: "patch", side: "status", body: { status: back } });

    expect(found(fixture)).toEqual([]);
  });

  it("is none where too much time has passed for a read to be stale", () => {
    const { fixture } = withTwoConditions();
    const healthy = { conditions: [condition("Healthy", "True"), condition("Synced", "False")] };
    fixture.send({ user: "health", verb: "patch", side: "status", body: { status: healthy } });
    const later = { conditions: [condition("Healthy", "False"), condition("Synced", "True")] };
    fixture.send({
      user: "sync",
      verb: "patch",
      side: "status",
      body: { status: later },
      afterMs: 400_000,
    });

    expect(found(fixture)).toEqual([]);
  });
});

describe("stale-retry", () => {
  const renamed = { spec: { size: 3, title: "b" } };

  it("is the same content at a newer version, which undoes the writes in between", () => {
    const { fixture, version } = begun();
    const naming = fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    fixture.send({ user: "bot", verb: "update", body: renamed, naming: version });
    fixture.send({ user: "bot", verb: "update", body: renamed, naming });

    expect(found(fixture)).toEqual(["stale-retry bot owner"]);
  });

  it("is none if the content was newly generated", () => {
    const { fixture, version } = begun();
    const naming = fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    fixture.send({ user: "bot", verb: "update", body: renamed, naming: version });
    fixture.send({ user: "bot", verb: "update", body: { spec: { size: 7, title: "b" } }, naming });

    expect(found(fixture)).toEqual([]);
  });

  it.each(["Metadata", "RequestResponse"] as const)(
    "is one version named again and again (%s)",
    (level) => {
      const { fixture, version } = begun(level);
      fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
      for (let i = 0; i < 4; i += 1) {
        fixture.send({ user: "bot", verb: "update", body: renamed, naming: version, afterMs: 400 });
      }

      expect(found(fixture)).toEqual(["stale-retry bot"]);
    },
  );

  it("is none where a cache that is a moment behind explains it", () => {
    const { fixture, version } = begun("Metadata");
    fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    for (let i = 0; i < 6; i += 1) {
      fixture.send({
        user: "bot",
        verb: "update",
        body: renamed,
        naming: version,
        afterMs: 5 * 2 ** i,
      });
    }

    expect(found(fixture)).toEqual([]);
  });
});

describe("status-by-main-resource", () => {
  it("is a status that is not the one that was read, and not stored", () => {
    const { fixture, version } = begun();
    const body = { spec: { size: 3, title: "a" }, status: { phase: "Ready" } };
    fixture.send({ user: "bot", verb: "update", body, naming: version });

    expect(found(fixture)).toEqual(["status-by-main-resource bot"]);
  });

  it("is a patch of the main resource with a status", () => {
    const { fixture } = begun();
    fixture.send({ user: "bot", verb: "patch", body: { status: { phase: "Ready" } } });

    expect(found(fixture)).toEqual(["status-by-main-resource bot"]);
  });

  it("is none where the status is sent along as it was read, or with zero values", () => {
    const { fixture } = begun();
    const naming = fixture.send({
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
    fixture.send({
      user: "owner",
      verb: "update",
      body: { spec: { size: 4, title: "a" }, status },
      naming,
    });

    expect(found(fixture)).toEqual([]);
  });
});

describe("spec-by-status-writer", () => {
  it("is another client's spec that the reporting client changes", () => {
    const { fixture } = begun();
    fixture.send({ user: "bot", verb: "patch", body: { spec: { size: 9 } } });
    fixture.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Ready" } },
    });

    expect(found(fixture)).toEqual(["spec-by-status-writer bot owner"]);
  });

  it("is none if the writer sets empty fields, changes its own, or does not report", () => {
    const { fixture } = begun();
    fixture.send({ user: "bot", verb: "patch", body: { spec: { address: "10.0.0.1" } } });
    fixture.send({ user: "bot", verb: "patch", body: { spec: { address: "10.0.0.2" } } });
    fixture.send({
      user: "bot",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Ready" } },
    });
    fixture.send({ user: "autoscaler", verb: "patch", body: { spec: { size: 5 } } });
    fixture.send({
      user: "owner",
      verb: "patch",
      side: "status",
      body: { status: { phase: "Odd" } },
    });
    fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 6 } } });

    expect(found(fixture)).toEqual([]);
  });

  it("is none for a person, who may do both", () => {
    const { fixture } = begun();
    const person = {
      user: "admin",
      agent: "kubectl/v1.34.0 (linux/amd64)",
      verb: "patch",
    } as const;
    fixture.send({ ...person, body: { spec: { size: 9 } } });
    fixture.send({ ...person, side: "status", body: { status: { phase: "Ready" } } });

    expect(found(fixture)).toEqual([]);
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
    const { fixture } = begun();
    for (let i = 0; i < 40; i += 1) {
      fixture.send({ user: "owner", verb: "patch", body: { spec: { size: i + 4 } } });
      fixture.send({ user: "bot", verb: "patch", side: "status", body: { status: at(i) } });
    }

    expect(found(fixture)).toEqual([]);
  });

  it("is seen without bodies where every write names the version that the one before named", () => {
    const { fixture, version: naming } = begun("Metadata");
    const body = { spec: { size: 3, title: "a" } };
    for (let i = 0; i < 22; i += 1) fixture.send({ user: "bot", verb: "update", body, naming });

    expect(found(fixture)).toEqual(["hot-loop bot"]);
  });

  it("is many refusals in a row", () => {
    const { fixture } = begun();
    for (let i = 0; i < 50; i += 1) {
      fixture.send({
        user: "bot",
        verb: "patch",
        side: "status",
        code: 422,
        body: { status: { phase: 1 } },
      });
    }

    expect(found(fixture)).toEqual(["hot-loop bot"]);
  });
});
