import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runMain, printLine } from "../run-main.ts";
import { commentsIn } from "./comments.ts";
import { drawSample } from "./draw-sample.ts";
import { exceptions } from "./exceptions.ts";
import { lintComments } from "./lint-comments.ts";
import { compareWithBaseline, countFindings, isSentence, lintTexts } from "./lint-texts.ts";
import type { Baseline } from "./lint-texts.ts";
import { userTextsIn } from "./user-texts.ts";

/**
 * Checks the language of user texts and comments. Without arguments, fails if a file has more or fewer findings than
 * the baseline. `--shrink` lowers the baseline to the current findings, and `--list [path]` prints all findings below a
 * path. `--sample N SEED --of comments|texts` draws a sample for a reader to judge, of user texts by default.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const baselinePath = `${root}/lab/language/baseline.json`;

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: {
      sample: { type: "boolean" },
      list: { type: "boolean" },
      shrink: { type: "boolean" },
      of: { type: "string", default: "texts" },
    },
    allowPositionals: true,
  });
  const [first = "", second = "1"] = positionals;
  if (values.sample === true) {
    const texts = values.of === "comments" ? commentsIn(root) : userTextsIn(root);
    const sample = drawSample(texts.filter(isSentence), Number(first), Number(second));
    for (const { file, line, text } of sample) process.stdout.write(`${file}:${line}\n  ${text}\n`);
    return 0;
  }
  const findings = [...lintTexts(userTextsIn(root), exceptions), ...lintComments(commentsIn(root))];
  if (values.list === true) {
    for (const { file, line, message } of findings)
      if (file.startsWith(first)) process.stdout.write(`${file}:${line}: ${message}\n`);
    return 0;
  }
  return compare(countFindings(findings), values.shrink === true);
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
