import { UsageError } from "../process/program-errors.ts";
import { parseWhole } from "./option-values.ts";

export interface WriteArguments {
  readonly readOnly?: boolean;
  readonly writeBudget?: string;
  readonly namePrefix?: string;
  /** Whether to delete objects even if the record was written on another machine. Only for `cleanup`. */
  readonly unsealed?: boolean;
}

export interface WriteSettings {
  /** Maximum number of writes, including removals. Unlimited by default. */
  readonly mostWrites?: number;
  readonly namePrefix?: string;
}

const budgets = { least: 0, most: 1_000_000_000 } as const;

export function writesOf({
  readOnly,
  writeBudget,
}: Pick<WriteArguments, "readOnly" | "writeBudget">): Pick<WriteSettings, "mostWrites"> {
  if (readOnly === true && writeBudget !== undefined) {
    throw new UsageError("--read-only and --write-budget are mutually exclusive", {
      fix: "Remove one of the two options.",
    });
  }
  if (readOnly === true) return { mostWrites: 0 };
  if (writeBudget === undefined) return {};
  return { mostWrites: parseWhole("--write-budget", writeBudget, budgets) };
}

/** A prefix plus the longest generated name must fit into a DNS label. */
const prefixes = /^[a-z][a-z\d-]{0,19}$/u;

export function namePrefixOf({
  namePrefix,
}: Pick<WriteArguments, "namePrefix">): Pick<WriteSettings, "namePrefix"> {
  if (namePrefix === undefined) return {};
  if (prefixes.test(namePrefix)) return { namePrefix };
  throw new UsageError(`invalid value for --name-prefix: "${namePrefix}"`, {
    fix: "Use at most 20 lowercase letters, digits and dashes, starting with a letter, e.g. ci-.",
  });
}

/** Converts the write options to command-line words. Omits `--yes`, so that the user is asked each time. */
export function writeWords({ mostWrites, namePrefix }: WriteSettings): readonly string[] {
  return [
    ...limitWords(mostWrites),
    ...(namePrefix === undefined ? [] : ["--name-prefix", namePrefix]),
  ];
}

export function limitWords(mostWrites: number | undefined): readonly string[] {
  if (mostWrites === undefined) return [];
  return mostWrites === 0 ? ["--read-only"] : ["--write-budget", String(mostWrites)];
}
