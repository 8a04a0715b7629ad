import { InvalidArgumentError } from "commander";
import type { OutputConfiguration } from "commander";
import { npmScript, wholeNumber } from "../npm-script.ts";
import type { RunBy } from "./meet-stranger.ts";
import { strangerFaults } from "./stranger-faults.ts";
import type { StrangerFault } from "./stranger-faults.ts";

export interface StrangersOptions {
  readonly first: number;
  readonly count: number;
  readonly runBy: RunBy;
  /** Number of faults to plant in each API, one after another. With 0, the API is correct. */
  readonly faults: number;
  /** The only fault to plant, in each API that can have it. */
  readonly fault?: StrangerFault;
  readonly isVerbose: boolean;
  readonly keep?: string;
}

interface Typed {
  readonly seed: number;
  readonly count: number;
  readonly run?: true;
  readonly truth?: true;
  readonly faults: number;
  readonly fault?: StrangerFault;
  readonly keep?: string;
  readonly verbose?: true;
}

/**
 * Parses a command line.
 *
 * @throws CommanderError after writing the message to `output`. Its exit code is 0 if help was requested, and 2 for
 * invalid options.
 */
export function readStrangersOptions(
  words: readonly string[],
  output: Required<Pick<OutputConfiguration, "writeOut" | "writeErr">>,
): StrangersOptions {
  const program = npmScript(
    "test:strangers",
    "Run init against GraphQL APIs with random names and shapes, and compare the derived dialects with the true ones.",
  )
    .option("--seed <n>", "the seed of the first API", wholeNumber, 1)
    .option("--count <n>", "the number of APIs, one per seed", wholeNumber, 20)
    .option("--run", "also run the suite with the derived dialect")
    .option(
      "--truth",
      "also run the suite with the true dialect, which shows that the APIs are correct",
    )
    .option(
      "--faults <n>",
      "plant N faults in each API, one after another, and report those that init and run miss",
      wholeNumber,
      0,
    )
    .option("--fault <name>", "plant this fault in each API that can have it", faultNamed)
    .option("--keep <folder>", "store the dialects and reports")
    .option("--verbose", "print all differences and the derived dialects")
    .addHelpText(
      "after",
      "\nThe exit code is 1 if an API has a poor dialect, an unmarked error or a false failure.",
    )
    .configureOutput(output);
  program.parse([...words], { from: "user" });
  const { seed, count, run, truth, faults, fault, keep, verbose } = program.opts<Typed>();
  const isPlanted = faults > 0 || fault !== undefined;
  return {
    first: seed,
    count,
    runBy: truth === true ? "truth" : run === true || isPlanted ? "written" : "nothing",
    faults,
    ...(fault === undefined ? {} : { fault }),
    isVerbose: verbose === true,
    ...(keep === undefined ? {} : { keep }),
  };
}

function faultNamed(text: string): StrangerFault {
  const found = strangerFaults.find((name) => name === text);
  if (found === undefined) throw new InvalidArgumentError(`Use ${strangerFaults.join(", ")}.`);
  return found;
}
