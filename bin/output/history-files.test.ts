import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faults, startReference } from "#reference";
import type { CaseFinding, RecordLine } from "#verdicts";
import { pickFaults } from "../self-test/picked-variants.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForEachTest();

type Violation = Extract<CaseFinding, { readonly result: "violated" }>;

function readLines(name: string): readonly string[] {
  return readFileSync(join(folder.path, name), "utf8").trimEnd().split("\n");
}

function violationsIn(record: readonly RecordLine[]): readonly Violation[] {
  return record
    .flatMap((line) => (line.line === "case" ? line.findings : []))
    .filter((finding) => finding.result === "violated");
}

function exchangesIn(record: readonly RecordLine[]): ReadonlyMap<number, string> {
  return new Map(
    record.flatMap((line) =>
      line.line === "exchange" ? [[line.exchange, JSON.stringify(line)] as const] : [],
    ),
  );
}

function parseFinding({ actual }: Violation): {
  readonly file: string;
  readonly operations: readonly { readonly version?: string }[];
} {
  const file = / \(lines of ([^()]+)\)$/u.exec(actual)?.[1] ?? "";
  const [first = ""] = actual.split("; also ");
  const numbers = [...first.matchAll(/\bline (\d+)/gu)].map(([, number]) => Number(number));
  const lines = readLines(file);
  return { file, operations: numbers.map((number) => JSON.parse(lines[number - 1] ?? "null")) };
}

it("each look at a case keeps its history, and findings show both writes and name their file", async () => {
  const planted = pickFaults(["stale-version-accepted"], faults);
  await using server = await startReference({ faults: planted });
  const only = "histories/objects-come-and-go#Service";
  const args = ["--endpoint", server.url, "--only", only, "--seed", "1", "--attempts", "2"];
  const { code, out, err } = await call([
    ...args,
    "--output",
    folder.path,
    "--no-color",
    "--verbose",
  ]);
  expect(code, err).toBe(1);
  const record = readLines("run.ndjson").map((line): RecordLine => JSON.parse(line));
  const exchanges = exchangesIn(record);
  const lost = violationsIn(record).filter(
    ({ requirement }) => requirement === "concurrency.one-winner",
  );

  expect(lost.map((finding) => parseFinding(finding).file)).toEqual([
    "histories-objects-come-and-go-Service.ndjson",
    "histories-objects-come-and-go-Service-attempt-2.ndjson",
  ]);
  for (const finding of lost) {
    const { file, operations } = parseFinding(finding);
    const shown = finding.evidence.map((exchange) => exchanges.get(exchange) ?? "").join("\n");
    const versions = operations.map(({ version }) => version);
    expect(existsSync(join(folder.path, file))).toBe(true);
    expect(versions.length).toBeGreaterThanOrEqual(2);
    for (const version of versions) expect(shown).toContain(`"${version}"`);
    expect(finding.actual).toContain(`version ${versions[0]}`);
  }
  for (const exchange of lost[0]?.evidence ?? []) expect(out).toContain(`#${exchange} `);
});
