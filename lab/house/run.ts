import { npmScript, parseArguments } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";
import { TreeCopy } from "./apply-recipe.ts";
import { importMeasures, sizeMeasures, trackedFiles } from "./measures.ts";
import type { Measure } from "./measures.ts";
import { filesByHand } from "./recipe.ts";
import type { Recipe } from "./recipe.ts";
import { recipes } from "./recipes/index.ts";

interface Options {
  readonly recipes?: true;
  readonly only: string;
}

const script = npmScript("house", "Print the measures of the source tree.")
  .option("--recipes", "also apply each recipe of CONTRIBUTING.md to a copy, and run its commands")
  .option("--only <text>", "apply only recipes with this text in the heading", "")
  .addHelpText("after", "\nThe exit code is 1 if a recipe fails.");

async function main({ recipes: isApplied, only }: Options): Promise<number> {
  const chosen = recipes.filter(({ heading }) => heading.toLowerCase().includes(only));
  const measures = [...sizeMeasures(trackedFiles()), ...importMeasures(), ...recipes.map(touched)];
  process.stdout.write(tableOf(measures));
  if (isApplied !== true) return 0;
  const failed = chosen.filter((recipe) => !follow(recipe));
  return failed.length === 0 ? 0 : 1;
}

function touched(recipe: Recipe): Measure {
  const value = String(filesByHand(recipe).length);
  return { what: `files by hand: ${recipe.heading}`, value, goal: String(recipe.mostFiles) };
}

function tableOf(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, value, goal = "" }) => `| ${what} | ${value} | ${goal} |`);
  return ["| measure | now | goal |", "| --- | ---: | ---: |", ...rows, ""].join("\n");
}

function follow(recipe: Recipe): boolean {
  using copy = new TreeCopy();
  copy.apply(recipe);
  for (const command of [...recipe.generate, ...recipe.prove]) {
    const failure = copy.failureOf(command);
    if (failure === undefined) continue;
    printLine(`${recipe.heading}: ${failure}`);
    return false;
  }
  printLine(`${recipe.heading}: ${filesByHand(recipe).length} files by hand, all commands pass`);
  return true;
}

await runMain(() => main(parseArguments(script).opts<Options>()));
