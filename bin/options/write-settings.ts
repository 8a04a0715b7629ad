import { UsageError } from "../process/errors.ts";
import { parseWhole } from "./option-values.ts";

/** The options about writing, as they were typed. */
export interface WriteArguments {
  readonly readOnly?: boolean;
  readonly writeBudget?: string;
  readonly namePrefix?: string;
  /** Of `cleanup`: what a record names that was not written here is removed as well. */
  readonly unsealed?: boolean;
}

/** What a run may write. */
export interface WriteSettings {
  /** How many writes are sent at most, those that remove what was created among them. Unlimited by default. */
  readonly mostWrites?: number;
  /** What the names of all that the run creates start with. */
  readonly namePrefix?: string;
}

const budgets = { least: 0, most: 1_000_000_000 } as const;

/** How many writes a run may send. Throws {@link UsageError} for what makes no sense. */
export function writesOf({
  readOnly,
  writeBudget,
}: Pick<WriteArguments, "readOnly" | "writeBudget">): Pick<WriteSettings, "mostWrites"> {
  if (readOnly === true && writeBudget !== undefined) {
    throw new UsageError("--read-only and --write-budget exclude each other", {
      mend: "Remove one of them.",
    });
  }
  if (readOnly === true) return { mostWrites: 0 };
  if (writeBudget === undefined) return {};
  return { mostWrites: parseWhole("--write-budget", writeBudget, budgets) };
}

/** With the longest name behind it, a prefix must leave a label of DNS. */
const prefixes = /^[a-z][a-z\d-]{0,19}$/u;

/** What the names of a run start with. Throws {@link UsageError} for what no name can start with. */
export function namePrefixOf({
  namePrefix,
}: Pick<WriteArguments, "namePrefix">): Pick<WriteSettings, "namePrefix"> {
  if (namePrefix === undefined) return {};
  if (prefixes.test(namePrefix)) return { namePrefix };
  throw new UsageError(`invalid value for --name-prefix: "${namePrefix}"`, {
    mend: "Use at most 20 lower-case letters, digits and dashes, starting with a letter, e.g. ci-.",
  });
}

/** The same as it can be typed. That a server may be written to is asked anew each time. */
export function writeWords({ mostWrites, namePrefix }: WriteSettings): readonly string[] {
  return [
    ...limitWords(mostWrites),
    ...(namePrefix === undefined ? [] : ["--name-prefix", namePrefix]),
  ];
}

/** The option that limits writes so, with its value. */
export function limitWords(mostWrites: number | undefined): readonly string[] {
  if (mostWrites === undefined) return [];
  return mostWrites === 0 ? ["--read-only"] : ["--write-budget", String(mostWrites)];
}
