import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runMain, tell } from "../run-main.ts";
import { exceptions } from "./exceptions.ts";
import { compareWithBaseline, countFindings, lintTexts } from "./lint-texts.ts";
import type { Baseline } from "./lint-texts.ts";
import { userTextsIn } from "./user-texts.ts";

/**
 * Checks the language of user texts. Without arguments it fails where a file has more findings than the baseline, or
 * fewer. `--shrink` lowers the baseline to what is there, `--list [path]` prints all findings below a path, and
 * `--sample N SEED` draws texts for a reader to judge.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const baselinePath = `${root}/lab/language/baseline.json`;

await runMain(async () => {
  const [mode, first = "", second = "1"] = process.argv.slice(2);
  const texts = userTextsIn(root);
  if (mode === "--sample") {
    for (const { file, line, text } of draw(texts, Number(first), Number(second)))
      process.stdout.write(`${file}:${line}\n  ${text}\n`);
    return 0;
  }
  const findings = lintTexts(texts, exceptions);
  if (mode === "--list") {
    for (const { file, line, message } of findings)
      if (file.startsWith(first)) process.stdout.write(`${file}:${line}: ${message}\n`);
    return 0;
  }
  const baseline: Baseline = JSON.parse(readFileSync(baselinePath, "utf8"));
  const counts = countFindings(findings);
  const { worse, better } = compareWithBaseline(counts, baseline);
  for (const line of worse) tell(`${line}; --list FILE shows them`);
  if (worse.length > 0) return 1;
  if (mode === "--shrink") {
    writeFileSync(baselinePath, `${JSON.stringify(counts, null, 2)}\n`);
    return 0;
  }
  for (const line of better) tell(`${line}: npm run lint:language -- --shrink`);
  return better.length > 0 ? 1 : 0;
});

/** A sample that only the seed and the texts decide: those with the smallest hashes. */
function draw<T>(all: readonly T[], count: number, seed: number): T[] {
  return all
    .map((value, index) => ({ value, rank: Math.imul(index + 1, 2_654_435_761 + 2 * seed) >>> 0 }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ value }) => value);
}
