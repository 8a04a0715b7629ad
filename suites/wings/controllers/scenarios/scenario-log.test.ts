import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { WireWrite } from "./controller-bench.ts";
import { judgeScenario } from "./judge-scenario.ts";
import { mostLogged, ScenarioLog } from "./scenario-log.ts";

const key = { kind: "Bucket", namespace: "default", name: "photos" };

function write(status: JsonObject): WireWrite {
  return { side: "status", key, texts: [], status };
}

function logOf(sizes: readonly number[]): ScenarioLog {
  const log = new ScenarioLog();
  sizes.forEach((size, i) => {
    log.passed({
      write: write({ text: "x".repeat(size) }),
      result: { result: "stored", version: `${i}`, texts: [] },
      sentMs: i,
      atMs: i,
    });
  });
  return log;
}

it("keeps what happened up to a size, and nothing that came after it", () => {
  const log = logOf([1_000, mostLogged, 1_000]);
  log.noted({ event: "time", atMs: 9 });

  expect(log.isFull).toBe(true);
  expect(log.events().map((event) => event.atMs)).toEqual([0]);
});

it("keeps everything of a scenario of the usual size", () => {
  const log = logOf(Array.from({ length: 400 }, () => 2_000));

  expect(log.isFull).toBe(false);
  expect(log.size).toBe(400);
});

it("decides nothing by a log whose end is missing", () => {
  const played = {
    scenario: [],
    events: [],
    exchanges: [1],
    isSeen: true,
    judging: { convergeMs: 1 },
  };

  const results = judgeScenario({ ...played, isCut: true }).map(({ result }) => result);

  expect(new Set(results)).toEqual(new Set(["undecided"]));
  expect(judgeScenario(played).map(({ result }) => result)).not.toContain("undecided");
});
