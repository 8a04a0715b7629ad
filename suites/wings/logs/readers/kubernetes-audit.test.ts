import { describe, expect, it } from "vitest";
import { AuditFixture } from "../testing/audit-fixture.ts";
import { judgeAudit } from "../testing/judged-log.ts";

const created = { user: "owner", verb: "create", body: { spec: { size: 1 } } } as const;

function changed(fixture: AuditFixture, change: Readonly<Record<string, unknown>>): string {
  const last: object = JSON.parse(fixture.lines.at(-1) ?? "{}");
  return [...fixture.lines.slice(0, -1), JSON.stringify({ ...last, ...change })].join("\n");
}

describe("an audit log", () => {
  it.each([
    {
      level: "Metadata",
      words:
        "2 of 2 writes are recorded at level Metadata, without bodies: only repeated writes with the same version are visible, not the lost or stored values",
    },
    {
      level: "Request",
      words:
        "2 of 2 writes are recorded at level Request, without responses: neither the new versions nor the stored objects are visible",
    },
  ] as const)("says what level $level cannot show, and compares nothing", ({ level, words }) => {
    const fixture = new AuditFixture(level);
    const naming = fixture.send(created);
    fixture.send({ user: "bot", verb: "update", body: { spec: { size: 2 } }, naming });
    const { limits, comparedWrites, operations } = judgeAudit([fixture.text]);

    expect(limits.join()).toContain(words);
    expect({ comparedWrites, operations }).toEqual({ comparedWrites: 0, operations: 0 });
  });

  it("states that a log was truncated", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "patch", body: { spec: { size: 2 } } });

    expect(judgeAudit([changed(fixture, { responseObject: undefined })]).limits).toEqual([
      "1 response at level RequestResponse has no object: the log may be truncated (--audit-log-truncate-enabled)",
    ]);
  });

  it.each([
    { why: "dry run", change: { requestURI: "/apis/lab.example/v1/widgets/one?dryRun=All" } },
    { why: "request for something other than one object", change: { verb: "list" } },
    {
      why: "request for something other than one object",
      change: { stage: "RequestReceived" },
    },
    { why: "no valid timestamp", change: { stageTimestamp: "yesterday" } },
    { why: "not an audit event", change: { auditID: undefined } },
  ])("does not use a $why", ({ why, change }) => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "patch", body: { spec: { size: 2 } } });
    const { requests, skipped } = judgeAudit([changed(fixture, change)]);

    expect({ requests }).toMatchObject({ requests: 1 });
    expect([...skipped]).toEqual([[expect.stringMatching(new RegExp(`^${why}`, "u")), 1]]);
  });

  it("ignores a read that may come from a cache", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "get" });
    const cached = changed(fixture, {
      requestURI: "/apis/lab.example/v1/widgets/one?resourceVersion=0",
    });

    expect(judgeAudit([cached]).requests).toBe(1);
    expect(judgeAudit([fixture.text]).requests).toBe(2);
  });

  it("is read, skipping invalid lines", () => {
    const fixture = new AuditFixture();
    fixture.send(created);

    expect(judgeAudit([`${fixture.text}{"kind":"Event","cut of`]).skipped).toEqual(
      new Map([["not a JSON object, first in log-0 line 2", 1]]),
    );
  });

  it("is read as a webhook gets it, as a list of events", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "get" });
    const items: unknown[] = fixture.lines.map((line) => JSON.parse(line));

    expect(judgeAudit([JSON.stringify({ kind: "EventList", items })]).requests).toBe(2);
  });

  it("is cut by objects, namespace and time", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ ...created, name: "two", afterMs: 60_000 });
    const requests = (choice: Parameters<typeof judgeAudit>[1]): number =>
      judgeAudit([fixture.text], choice).requests;

    expect(requests({ objects: ["widgets.lab.example/*"] })).toBe(2);
    expect(requests({ objects: ["*/two"] })).toBe(1);
    expect(requests({ objects: ["gadgets.lab.example/*"] })).toBe(0);
    expect(requests({ namespace: "default" })).toBe(2);
    expect(requests({ namespace: "other" })).toBe(0);
    expect(requests({ sinceMs: Date.parse("2026-03-02T10:00:30Z") })).toBe(1);
  });

  it("names the impersonated user and the impersonating one", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "patch", body: { status: { phase: "Ready" } } });
    const { findings } = judgeAudit([
      changed(fixture, { impersonatedUser: { username: "alice" } }),
    ]);

    expect(findings.map(({ by }) => by.user)).toEqual(["alice (impersonated by bot)"]);
  });
});

function twoLogs(): readonly [string, string] {
  const fixture = new AuditFixture();
  const naming = fixture.send(created);
  fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 2 } } });
  fixture.send({ user: "bot", verb: "update", body: { spec: { size: 5 } }, naming });
  const current = fixture.send({ user: "bot", verb: "get" });
  fixture.send({ user: "bot", verb: "update", body: { spec: { size: 5 } }, naming: current });
  const [first = "", second = "", ...rest] = fixture.lines;
  return [`${first}\n${second}\n`, `${rest.join("\n")}\n`];
}

describe("audit logs of several servers", () => {
  it("are one log, in the order of the versions", () => {
    const [one, other] = twoLogs();

    const { requests, objects, anomalies } = judgeAudit([other, one], { clockErrorMs: 50 });
    expect({ requests, objects, anomalies }).toEqual({ requests: 5, objects: 1, anomalies: [] });
    expect(judgeAudit([one, one]).requests).toBe(2);
  });

  it("are not reported if the clocks can explain them", () => {
    const [one, other] = twoLogs();
    // The clock of the second server is 10 s behind, so its reads seem to show the future.
    const behind = other.replaceAll("T10:00:00", "T09:59:50");

    expect(judgeAudit([one, behind], { clockErrorMs: 6_000 }).anomalies).toEqual([]);
  });
});

/**
 * Returns the findings if the requests of one user are in the log of another server, whose clock differs by N seconds.
 */
function judgedApart(fixture: AuditFixture, user: string, seconds: number): readonly string[] {
  const own = fixture.lines.filter((line) => line.includes(`"username":"${user}"`));
  const others = fixture.lines.filter((line) => !own.includes(line));
  const shifted = own.map((line) =>
    line.replaceAll(/2026-[^"]+Z/gu, (time) =>
      new Date(Date.parse(time) + seconds * 1_000).toISOString(),
    ),
  );
  const logs = [others.join("\n"), shifted.join("\n")];
  const { findings } = judgeAudit(logs, { clockErrorMs: 10_000 });
  return findings.map(({ rule, by }) => `${rule} of ${by.user}`);
}

describe("clients of a server whose clock differs", () => {
  it.each([0, -10, 10])("are found to retry a stale write, %i s off", (seconds) => {
    const fixture = new AuditFixture();
    fixture.send(created);
    const naming = fixture.send({ user: "bot", verb: "get" });
    fixture.send({ user: "owner", verb: "patch", body: { spec: { size: 7 } } });
    const body = { spec: { size: 1, title: "new" } };
    fixture.send({ user: "bot", verb: "update", body, naming });
    const current = fixture.send({ user: "bot", verb: "get" });
    fixture.send({ user: "bot", verb: "update", body, naming: current });

    expect(judgedApart(fixture, "bot", seconds)).toEqual(["stale-retry of bot"]);
  });

  it.each([0, -10, 10])("are found to undo the update of another, %i s off", (seconds) => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "bot", verb: "get" });
    fixture.send({ user: "a", verb: "patch", side: "status", body: { status: { phase: "Up" } } });
    fixture.send({ user: "bot", verb: "get" });
    fixture.send({ user: "a", verb: "patch", side: "status", body: { status: { phase: "Down" } } });
    const body = { status: { phase: "Up", readings: 1 } };
    fixture.send({ user: "bot", verb: "patch", side: "status", body });

    expect(judgedApart(fixture, "bot", seconds)).toEqual(["lost-update of bot"]);
  });

  it.each([-10, 10])("are not reported to undo values that they had read, %i s off", (seconds) => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "a", verb: "patch", side: "status", body: { status: { phase: "Up" } } });
    fixture.send({ user: "a", verb: "patch", side: "status", body: { status: { phase: "Down" } } });
    fixture.send({ user: "bot", verb: "get" });
    const body = { status: { phase: "Up", readings: 1 } };
    fixture.send({ user: "bot", verb: "patch", side: "status", body });

    expect(judgedApart(fixture, "bot", seconds)).toEqual([]);
  });
});

describe("the history of an audit log", () => {
  it("shows a server that let two writes replace one version", () => {
    const fixture = new AuditFixture();
    const naming = fixture.send(created);
    fixture.send({ user: "a", verb: "update", body: { spec: { size: 2 } }, naming });
    const lost = fixture.lines.at(-1) ?? "";
    const version = fixture.send({
      user: "b",
      verb: "update",
      body: { spec: { size: 3 } },
      naming: "102",
    });
    const forked = (fixture.lines.at(-1) ?? "").replaceAll(
      '"resourceVersion":"102"',
      `"resourceVersion":"${naming}"`,
    );
    const { anomalies } = judgeAudit([[fixture.lines[0], lost, forked].join("\n")]);

    expect(version).toBe("103");
    expect(
      anomalies.map(({ anomaly, requests }) => [anomaly.type, requests.map(({ by }) => by.user)]),
    ).toEqual([["lost-update", ["b", "a"]]]);
  });

  it("has writers that are not in the log", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    const unlogged = fixture.send({ user: "ghost", verb: "patch", body: { spec: { size: 2 } } });
    fixture.send({ user: "a", verb: "update", body: { spec: { size: 3 } }, naming: unlogged });
    fixture.send({ user: "b", verb: "get" });
    const [first, , ...rest] = fixture.lines;

    expect(judgeAudit([[first, ...rest].join("\n")])).toMatchObject({
      anomalies: [],
      open: [],
      operations: 3,
    });
  });

  it("shows a read of an older version than one in an earlier response", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "b", verb: "get" });
    const old = fixture.lines.at(-1) ?? "";
    fixture.send({ user: "a", verb: "patch", body: { spec: { size: 2 } }, afterMs: 100 });
    fixture.send({ user: "b", verb: "get" });
    const stale = old.replaceAll("T10:00:00.2", "T10:00:00.9").replace("audit-1", "audit-9");
    const { anomalies } = judgeAudit([[...fixture.lines, stale].join("\n")]);

    expect(anomalies.map(({ anomaly }) => anomaly.type)).toEqual(["non-monotonic-read"]);
  });

  it("may start in the middle, and handles events after a deletion", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "owner", verb: "delete" });
    const deleted = fixture.lines.at(-1) ?? "";
    fixture.send(created);
    fixture.send({ user: "owner", verb: "get" });

    expect(judgeAudit([deleted])).toMatchObject({ anomalies: [], operations: 1 });
    expect(judgeAudit([fixture.text])).toMatchObject({ anomalies: [], operations: 4 });
  });

  it("shows a read of a deleted object", () => {
    const fixture = new AuditFixture();
    fixture.send(created);
    fixture.send({ user: "owner", verb: "get" });
    const old = fixture.lines.at(-1) ?? "";
    fixture.send({ user: "owner", verb: "delete" });
    const late = old.replaceAll("T10:00:00.2", "T10:00:00.9").replace("audit-1", "audit-9");
    const { anomalies } = judgeAudit([`${fixture.text}${late}`]);

    expect(anomalies.map(({ anomaly }) => anomaly.type)).toEqual(["read-after-delete"]);
  });
});
