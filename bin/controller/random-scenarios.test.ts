import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

interface ReportedEvent {
  readonly what: string;
  readonly isEvidence: boolean;
}

interface ReportedFinding {
  readonly steps?: string;
  readonly history?: { readonly events: readonly ReportedEvent[] };
}

interface Reported {
  readonly requirement: string;
  readonly verdict: string;
  readonly repeat?: string;
  readonly findings: readonly ReportedFinding[];
}

function run(args: readonly string[]): Promise<Called> {
  return call([...args, "--output", folder.path, "--no-color"]);
}

function reported(requirement: string): Reported | undefined {
  const text = readFileSync(join(folder.path, "report.json"), "utf8");
  const { requirements }: { requirements: readonly Reported[] } = JSON.parse(text);
  return requirements.find((one) => one.requirement === requirement);
}

/** Splits a command into words, as a shell does. */
function argsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

function evidenceOf(found: Reported | undefined): readonly string[] {
  const events = found?.findings[0]?.history?.events ?? [];
  return events.filter(({ isEvidence }) => isEvidence).map(({ what }) => what);
}

it("a random scenario that shows what a variant breaks is shrunk, told with its events, and can be played again", async () => {
  const broken = "controller.spec-untouched";
  const shortest = "create object 0 with spec 2";
  const variant = ["--variant", "corrects-the-spec", "--kind", "Bucket"];
  const only = ["--only", "controllers/random-scenarios", "--seed", "1"];
  // A long request timeout, because the time limit for shrinking is derived from it.
  const first = await run(["controller", ...variant, ...only, "--timeout", "60"]);
  expect(first.code, first.err).toBe(1);
  const found = reported(broken);
  expect(found?.findings[0]?.steps).toBe(shortest);
  expect(evidenceOf(found)).toEqual(["MODIFIED"]);
  const repeat = found?.repeat ?? "";
  expect(repeat).toMatch(/ --replay 'controllers\/random-scenarios#Bucket:\d+(?::\d+)*'$/u);

  const again = await run(argsOf(repeat).slice(2));
  expect(again.code, again.err).toBe(1);
  const replayed = reported(broken);
  expect(replayed?.findings[0]?.steps).toBe(shortest);
  expect(evidenceOf(replayed)).toEqual(["MODIFIED"]);

  // The events are part of the record, so that the record can be judged offline.
  const judged = await call(["judge", folder.path, "--no-color"]);
  expect(judged.code, judged.err).toBe(1);
  expect(judged.out).toMatch(/▲ .* MODIFIED by controller version \d+/u);
  expect(judged.out.replaceAll(/\s+/gu, " ")).toContain(shortest);
});
