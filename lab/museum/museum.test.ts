import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { WebSocketServer } from "ws";
import { afterEach, describe, expect, it } from "vitest";
import { inCatalogue } from "#contract";
import { exhibits } from "./exhibits.ts";
import { startFront, Turns } from "./front/front.ts";
import { gears } from "./gears.ts";
import { judged, recent } from "./recent-releases.ts";
import { systems } from "./systems.ts";
import { compareWithJudgements } from "./judge-others.ts";
import { judgements } from "./judgements/index.ts";
import type { Judgement } from "./judgements/judgement.ts";
import { pageOf } from "./museum-page.ts";
import { verdictsOf } from "./record-release.ts";
import { isAnomaly } from "./anomaly-types.ts";
import { listOf, tableOf } from "./exhibits-table.ts";
import { isShown, readShown, releaseVerdictOf } from "./try-exhibit.ts";
import type { Shown } from "./try-exhibit.ts";
import { verdictsIn } from "./run-suite.ts";

describe("the table of exhibits", () => {
  it("lists each once, with a system, a rule of the catalogue and an upstream URL", () => {
    expect(new Set(exhibits.map(({ id }) => id)).size).toBe(exhibits.length);
    for (const { id, system, rule, upstream, before, after } of exhibits) {
      expect(id).toMatch(/^[a-z0-9-]+$/u);
      expect(systems.map(({ name }) => name)).toContain(system);
      const { method } = systems.find(({ name }) => name === system) ?? {};
      expect(isAnomaly(rule), id).toBe(method === "recorded");
      if (!isAnomaly(rule)) expect(inCatalogue(rule), id).toBeDefined();
      expect(before).not.toBe(after);
      for (const address of upstream) expect(address).toMatch(/^https:\/\/github\.com\/.+\/\d+$/u);
    }
  });

  it("has sources for each system", () => {
    for (const { name, sources = name, method } of systems) {
      const file = method === "graphql" ? "/dialect.yaml" : "";
      expect(existsSync(`lab/museum/servers/${sources}${file}`), name).toBe(true);
    }
  });

  it("shows releases and rules", () => {
    expect(listOf(exhibits).split("\n")).toHaveLength(exhibits.length + 1);
    expect(listOf(exhibits)).toContain("fabric8-4216");
  });
});

const [exhibit] = exhibits;

function shownWith(before: string, after: string): Shown {
  if (exhibit === undefined) throw new Error("there are exhibits");
  const snapshots = { release: "1.0.0", isWhole: true, others: [] };
  const sights = {
    before: { ...snapshots, verdict: before },
    after: { ...snapshots, verdict: after },
  };
  return { exhibit, ...sights, seconds: 3, seed: 1 };
}

describe("judging an exhibit", () => {
  it.each([
    { before: "fail", after: "pass", is: true },
    { before: "flaky", after: "pass", is: true },
    { before: "pass", after: "pass", is: false },
    { before: "fail", after: "fail", is: false },
    { before: "fail", after: "inconclusive", is: false },
    { before: "untestable", after: "pass", is: false },
  ])("returns $is with $before before the fix and $after after it", ({ before, after, is }) => {
    expect(isShown(shownWith(before, after))).toBe(is);
  });

  it("does not count a skipped exhibit, and prints the reason", () => {
    if (exhibit === undefined) throw new Error("there are exhibits");
    const skipped: Shown = { exhibit, skipped: "no mvn: spawn mvn ENOENT" };

    expect(isShown(skipped)).toBe(false);
    expect(tableOf([skipped])).toContain("| skipped | no mvn: spawn mvn ENOENT |");
  });

  it("reads the rule, the finding, and other broken requirements from a report", () => {
    const violated = { result: "violated", expected: "version 2", actual: "version 1" };
    const verdicts = verdictsIn({
      requirements: [
        { requirement: "a.rule", verdict: "fail", level: "MUST", findings: [violated] },
        { requirement: "a.second", verdict: "fail", level: "MUST", findings: [] },
        { requirement: "a.third", verdict: "warn", level: "SHOULD", findings: [] },
        { requirement: "a.fourth", verdict: "pass", level: "MUST", findings: [] },
      ],
    });

    const seen = { release: "1.0.0", isWhole: true, verdicts };
    expect(releaseVerdictOf({ rule: "a.rule" }, seen)).toEqual({
      release: "1.0.0",
      isWhole: true,
      verdict: "fail",
      finding: "expected: version 2; actual: version 1",
      others: ["a.second", "a.third"],
    });
    expect(releaseVerdictOf({ rule: "a.missing" }, seen).verdict).toBe("absent");
  });
});

function shownWithOthers(others: readonly string[], isWhole: boolean): readonly Shown[] {
  const shown = shownWith("fail", "pass");
  if (shown.skipped !== undefined) return [];
  return [{ ...shown, after: { ...shown.after, isWhole, others } }];
}

describe("other broken rules", () => {
  const judgement: Judgement = {
    system: exhibit?.system ?? "",
    rules: ["lost-update", "stale-read"],
    releases: ["1.0.0", "2.0.0"],
    deviation: "It does.",
    standing: "open",
    sources: ["https://example.com"],
  };

  it("need a judgement", () => {
    const shown = shownWithOthers(["lost-update", "stale-read", "phantom-version"], true);

    expect(compareWithJudgements(shown, [judgement])).toEqual({
      unjudged: [`${judgement.system} 1.0.0: phantom-version`],
      unseen: [],
    });
  });

  it("must be broken if they have a judgement and all rules were checked", () => {
    const [whole, one] = [true, false].map((isWhole) => shownWithOthers(["stale-read"], isWhole));

    expect(compareWithJudgements(whole ?? [], [judgement]).unseen).toEqual([
      `${judgement.system} 1.0.0: lost-update`,
    ]);
    expect(compareWithJudgements(one ?? [], [judgement]).unseen).toEqual([]);
  });

  it("have judgements with existing rules, releases and URLs", () => {
    for (const { system, rules, releases, sources } of judgements) {
      const fixed = exhibits.filter((one) => one.system === system).map(({ after }) => after);
      const known = recent.filter((one) => one.system === system).map(({ release }) => release);
      for (const release of releases) expect([...fixed, ...known]).toContain(release);
      for (const rule of rules) expect(isAnomaly(rule) || inCatalogue(rule), rule).toBeTruthy();
      for (const address of sources) expect(address).toMatch(/^https:\/\//u);
    }
  });
});

describe("a recent release", () => {
  it("has a served system, and its broken rules are looked up in the judgements", () => {
    for (const { system } of recent) expect(systems.map(({ name }) => name)).toContain(system);
    const verdicts = new Map([
      ["write.lists-are-replaced", { verdict: "fail" }],
      ["write.keeps-identity", { verdict: "fail" }],
      ["write.null-clears-member", { verdict: "pass" }],
    ]);

    const found = judged({ system: "fabric8", release: "8.0.0" }, verdicts, judgements);

    expect([...found].map(([rule, judgement]) => [rule, judgement?.standing])).toEqual([
      ["write.lists-are-replaced", "open"],
      ["write.keeps-identity", undefined],
    ]);
  });
});

describe("a recorded history", () => {
  const anomalies = [
    { type: "lost-update", message: "the first" },
    { type: "lost-update", message: "the second" },
  ];

  it("breaks only the rules of its anomalies, with the first example of each", () => {
    const verdicts = verdictsOf({ verdict: "illegal", anomalies });

    expect(verdicts.get("lost-update")).toEqual({
      verdict: "fail",
      level: "MUST",
      finding: "the first",
    });
    expect(verdicts.get("stale-read")).toEqual({ verdict: "pass", level: "MUST" });
  });

  it("does not prove the absence of an anomaly if too much is undecided", () => {
    const verdicts = verdictsOf({ verdict: "undetermined", anomalies: [] });

    expect(verdicts.get("lost-update")?.verdict).toBe("inconclusive");
  });
});

describe("the page", () => {
  it("contains only exhibits that are broken before and pass after", () => {
    const [first, second] = exhibits;
    if (first === undefined || second === undefined) throw new Error("there are exhibits");
    const seen = shownWith("fail", "pass");
    const page = pageOf([seen, { ...shownWith("pass", "pass"), exhibit: second }], judgements);

    expect(page).toContain(`### ${first.id}`);
    expect(page).toContain("1 exhibit from 1 system in 1 language");
    expect(page).not.toContain(`### ${second.id}`);
    expect(readShown(JSON.parse(JSON.stringify(seen)), first)).toEqual(seen);
    expect(readShown({ before: 1 }, first)).toBeUndefined();
  });
});

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

describe("the proxy in front of a fake", () => {
  it("forwards objects unchanged and responses for the control plane", async () => {
    const asked: string[] = [];
    const server = createServer((request, reply) => {
      asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
      reply.writeHead(202, { "content-type": "application/json" }).end('{"impolite":1}');
    });
    const front = await frontOf(server);
    const objects = "/apis/example.com/v1/namespaces/default/gears";

    const reply = await fetch(`${front}${objects}/a/status?dryRun=All`, { method: "PATCH" });
    expect([reply.status, await reply.text()]).toEqual([202, '{"impolite":1}']);
    expect(await json(front, "/version")).toMatchObject({ gitVersion: "fake 1.0.0" });
    expect(await json(front, "/apis/example.com/v1")).toMatchObject({
      resources: [{ name: "gears" }, { name: "gears/status" }],
    });
    expect(await json(front, "/api/v1/namespaces/none")).toMatchObject({ reason: "NotFound" });
    expect(asked).toEqual([`PATCH ${objects}/a/status?dryRun=All`]);
  });

  it("converts a watch over a WebSocket to a stream of lines", async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on("connection", (socket) => {
      for (const type of ["ADDED", "DELETED"]) socket.send(JSON.stringify({ type }));
      socket.close();
    });
    const front = await frontOf(server);
    const reply = await fetch(`${front}/apis/example.com/v1/gears?watch=true`);

    expect(await reply.text()).toBe('{"type":"ADDED"}\n{"type":"DELETED"}\n');
  });
});

describe("turns", () => {
  it("run tasks one at a time, and do not wait for a task that never ends", async () => {
    const turns = new Turns();
    const order: string[] = [];
    void turns.take(() => new Promise<void>(() => undefined));
    const second = turns.take(async () => {
      await Promise.resolve();
      order.push("second");
    });
    const third = turns.take(() => Promise.resolve(void order.push("third")));
    await Promise.all([second, third]);

    expect(order).toEqual(["second", "third"]);
  });
});

async function frontOf(server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("there is no port");
  const front = await startFront({
    server: `http://127.0.0.1:${address.port}`,
    kind: gears,
    version: "fake 1.0.0",
    watches: "socket",
    isSingleThreaded: true,
  });
  open.push(
    {
      async [Symbol.asyncDispose]() {
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        await closed;
      },
    },
    front,
  );
  return front.url;
}

async function json(front: string, path: string): Promise<unknown> {
  return (await fetch(`${front}${path}`)).json();
}
