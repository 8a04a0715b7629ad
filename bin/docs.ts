import { generatedPages, outdatedPages, writePages } from "./documentation.ts";
import { describeError } from "./errors.ts";

const folder = "docs";
const words = process.argv.slice(2);

try {
  if (words.includes("--check")) report(outdatedPages(folder, await generatedPages()));
  else writePages(folder, await generatedPages());
} catch (error) {
  process.stderr.write(describeError(error, { isVerbose: false }));
  process.exitCode = 1;
}

function report(outdated: readonly string[]): void {
  if (outdated.length === 0) return;
  process.stderr.write(
    `${outdated.map((file) => `${folder}/${file}`).join(", ")}: out of date; npm run docs:contract writes them anew\n`,
  );
  process.exitCode = 1;
}
