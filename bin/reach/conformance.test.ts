import { expect, it } from "vitest";
import { checks } from "#checks";
import { profiles, requirementIds } from "#contract";
import type { RecordLine } from "#verdicts";
import { checkReference } from "./compose.ts";

it("finds nothing wrong with the reference", async () => {
  const { verdicts, footer } = await checkReference();
  const covered = new Set(checks.flatMap(({ covers }) => covers));
  const odd = verdicts.filter(
    ({ requirement, verdict }) =>
      verdict !== "pass" &&
      verdict !== "not-applicable" &&
      !(verdict === "excluded" && !covered.has(requirement)),
  );
  expect(odd).toEqual([]);
  const hollow = verdicts.filter(
    ({ verdict, sensitivity }) => verdict === "pass" && sensitivity === undefined,
  );
  expect(hollow.map(({ requirement }) => requirement)).toEqual([]);
  expect(footer).toMatchObject({ interrupted: false, leftBehind: 0 });
  expect(footer.sums.pass).toBeGreaterThan(0);
});

it("returns one verdict per requirement of the profile", async () => {
  const { verdicts } = await checkReference({ selection: { only: ["write/*"], skip: [] } });
  const required = requirementIds.filter((id) => profiles["graphql-status/v1"][id] !== "not-asked");
  expect(verdicts.map(({ requirement }) => requirement)).toEqual(required);
});

it("sends the same requests and finds the same for the same seed", async () => {
  const first = comparable(await record(42));
  expect(first.length).toBeGreaterThan(20);
  expect(comparable(await record(42))).toEqual(first);
});

it("keeps many requests in flight while responses are slow", async () => {
  const { verdicts, footer } = await checkReference({
    selection: { only: ["concurrency/*"], skip: [] },
    narrowing: { kinds: { Service: ["updateServiceStatus", "updateResourceStatus"] } },
    replyDelayMs: 50,
  });
  expect(verdicts.filter(({ verdict }) => verdict === "errored")).toEqual([]);
  // With sequential requests, the run would take longer.
  expect(footer.durationMs).toBeLessThan(footer.exchanges * 50);
});

async function record(seed: number): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  await checkReference({
    selection: { only: ["isolation/*"], skip: [] },
    narrowing: { kinds: { Service: ["updateServiceStatus", "updateResourceStatus"] } },
    seed,
    concurrency: 1,
    emit: (line) => lines.push(line),
  });
  return lines;
}

/**
 * Extracts the record data that is independent of time, names and versions. Sorts the data, because the seed does not
 * determine the order of concurrent responses.
 */
function comparable(lines: readonly RecordLine[]): readonly string[] {
  const rows = lines.flatMap((line): readonly unknown[] => {
    if (line.line === "verdict") return [[line.requirement, line.verdict, line.instances]];
    if (line.line === "case") return [[line.case, line.findings.length]];
    return line.line === "exchange" ? [[line.case, line.command.verb, line.outcome.result]] : [];
  });
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
