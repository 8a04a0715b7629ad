import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Option } from "commander";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";
import { commentsIn } from "./comments.ts";
import { drawSample } from "./draw-sample.ts";
import { exceptions } from "./exceptions.ts";
import { lintComments } from "./lint-comments.ts";
import { compareWithBaseline, countFindings, isSentence, lintTexts } from "./lint-texts.ts";
import type { Baseline } from "./lint-texts.ts";
import { userTextsIn } from "./user-texts.ts";

interface Options {
  readonly list?: string | true;
  readonly shrink?: true;
  readonly sample?: number;
  readonly seed: number;
  readonly of: "comments" | "texts";
}

const script = npmScript(
  "lint:language",
  "Check the language of user texts and comments. Fails if a file has more or fewer findings than the baseline.",
)
  .option("--list [path]", "print all findings, or those below a path")
  .option("--shrink", "lower the baseline to the current findings")
  .option("--sample <n>", "draw a sample of n sentences for a reader to judge", wholeNumber)
  .option("--seed <n>", "the seed of the sample", wholeNumber, 1)
  .addOption(
    new Option("--of <source>", "the source of the sample")
      .choices(["comments", "texts"])
      .default("texts"),
  );
const root = fileURLToPath(new URL("../..", import.meta.url));
const baselinePath = `${root}/lab/language/baseline.json`;

await runMain(async () => {
  const { list, shrink, sample: size, seed, of } = parseArguments(script).opts<Options>();
  if (size !== undefined) {
    const texts = of === "comments" ? commentsIn(root) : userTextsIn(root);
    const sample = drawSample(texts.filter(isSentence), size, seed);
    for (const { file, line, text } of sample) process.stdout.write(`${file}:${line}\n  ${text}\n`);
    return 0;
  }
  const findings = [...lintTexts(userTextsIn(root), exceptions), ...lintComments(commentsIn(root))];
  if (list !== undefined) {
    for (const { file, line, message } of findings)
      if (list === true || file.startsWith(list))
        process.stdout.write(`${file}:${line}: ${message}\n`);
    return 0;
  }
  return compare(countFindings(findings), shrink === true);
});

function compare(counts: Baseline, isShrinking: boolean): number {
  const baseline: Baseline = JSON.parse(readFileSync(baselinePath, "utf8"));
  const { worse, better } = compareWithBaseline(counts, baseline);
  for (const line of worse) printLine(`${line}; --list FILE shows them`);
  if (worse.length > 0) return 1;
  if (isShrinking) {
    writeFileSync(baselinePath, `${JSON.stringify(counts, null, 2)}\n`);
    return 0;
  }
  for (const line of better) printLine(`${line}: npm run lint:language -- --shrink`);
  return better.length > 0 ? 1 : 0;
}
