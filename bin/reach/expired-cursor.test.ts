import { expect, it } from "vitest";
import { limits } from "#contract";
import { faults, freedoms, startReference } from "#reference";
import type { RecordLine } from "#verdicts";
import { checkReference, checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { declaredDialect } from "./declared-dialect.ts";
import { narrowTarget } from "./narrow-target.ts";

const expiry = "watch/expired-cursor";

async function sentAfter(others: readonly string[]): Promise<readonly string[]> {
  const sent: string[] = [];
  const take = (line: RecordLine): void => {
    if (line.line === "exchange" && line.case.startsWith(expiry)) sent.push(line.command.verb);
  };
  const { verdicts } = await checkReference({
    selection: { only: [expiry, ...others], skip: [] },
    narrowing: { kinds: { ConfigMap: [], Service: ["updateServiceStatus"] }, retainedEvents: 100 },
    keepObjects: true,
    seed: 1,
    emit: take,
  });
  const verdict = verdicts.find(
    ({ requirement }) => requirement === "watch.expired-cursor-is-refused",
  );
  expect(verdict?.verdict).toBe("pass");
  return sent;
}

it("a window is filled where nothing else has filled it", async () => {
  expect((await sentAfter([])).length).toBeGreaterThan(100);
});

it("a window that the run has filled is not filled again", async () => {
  const sent = await sentAfter(["write/*", "concurrency/*"]);
  expect(sent).toEqual(["create", "create"]);
});

it.each([
  { retainedEvents: 2_500, caseMs: 120_000, verdict: "pass", reason: undefined },
  {
    retainedEvents: 19_000,
    caseMs: 8_000,
    verdict: "inconclusive",
    reason:
      /^19050 changes would replace the retained events, but only \d+ were possible in \d+ s; retain fewer/u,
  },
  {
    retainedEvents: 30_000,
    caseMs: limits.caseMs,
    verdict: "inconclusive",
    reason:
      /^30000 events are retained, more than the 20000 changes that the check makes at most; retain fewer/u,
  },
])(
  "a window of $retainedEvents events in $caseMs ms: $verdict",
  async ({ retainedEvents, caseMs, verdict, reason }) => {
    const { verdicts } = await checkReference({
      selection: { only: [expiry], skip: [] },
      narrowing: { kinds: { ConfigMap: [], Service: ["updateServiceStatus"] }, retainedEvents },
      limits: { ...limits, caseMs },
      keepObjects: true,
    });
    const expired = verdicts.find(
      ({ requirement }) => requirement === "watch.expired-cursor-is-refused",
    );

    expect(expired?.verdict).toBe(verdict);
    if (reason !== undefined) expect(expired?.reason).toMatch(reason);
  },
);

it.each([
  { name: "conforms", faults: [], verdict: "pass" },
  { name: "resumes silently", faults: ["expired-cursor-resumes-silently"], verdict: "fail" },
])(
  "a server whose watches resume from event tokens and that $name: $verdict",
  async ({ faults: names, verdict }) => {
    const { verdicts } = await checkReference({
      selection: { only: [expiry], skip: [] },
      freedoms: freedoms.filter(({ name }) => name === "cursors-are-not-versions"),
      faults: faults.filter(({ name }) => names.includes(name)),
      narrowing: {
        kinds: { ConfigMap: [], Service: ["updateServiceStatus"] },
        retainedEvents: 100,
      },
      keepObjects: true,
      seed: 1,
    });
    const expired = verdicts.find(
      ({ requirement }) => requirement === "watch.expired-cursor-is-refused",
    );

    expect(expired?.verdict).toBe(verdict);
  },
);

it.each([
  { retained: 180, faults: [], verdict: "pass", reason: undefined },
  { retained: 180, faults: ["expired-cursor-resumes-silently"], verdict: "fail" },
  { retained: 1_000, faults: [], verdict: "inconclusive", reason: /increase retainedEvents$/u },
])(
  "a server that retains $retained events and declares 100, with faults $faults: $verdict",
  async ({ retained, faults: names, verdict, reason }) => {
    const declared = freedoms.filter(({ name }) => name === "cursors-are-not-versions");
    await using server = await startReference({
      retainedEvents: retained,
      freedoms: declared,
      faults: faults.filter(({ name }) => names.some((one) => one === name)),
    });
    await using target = await connect({
      endpoint: server.url,
      dialect: { dialect: declaredDialect(declared), locate: (path) => path.join(".") },
      limits,
      signal: new AbortController().signal,
    });
    const kinds = { ConfigMap: [], Service: ["updateServiceStatus"] };
    const { verdicts } = await checkTarget(narrowTarget(target, { kinds, retainedEvents: 100 }), {
      selection: { only: [expiry], skip: [] },
      keepObjects: true,
    });
    const expired = verdicts.find(
      ({ requirement }) => requirement === "watch.expired-cursor-is-refused",
    );

    expect(expired?.verdict).toBe(verdict);
    if (reason !== undefined) expect(expired?.reason).toMatch(reason);
  },
);
