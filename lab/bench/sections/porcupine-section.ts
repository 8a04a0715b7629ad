import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkHistory, parseHistoryLines } from "#checker";
import { exportPorcupine } from "#wings/logs";
import { historyOf, hot, spread, textOf } from "../histories.ts";
import type { Mix } from "../histories.ts";
import type { Section, SectionContext } from "../section.ts";
import { median } from "../row-table.ts";
import type { Row } from "../row-table.ts";

const source = fileURLToPath(new URL("../../lab/bench/porcupine", import.meta.url));

export const porcupine: Section = {
  title: "Against porcupine",
  measure: async (context) => {
    const built = buildPorcupine(context);
    if (built.problem !== undefined) {
      return [{ name: "porcupine", values: [], unit: "", note: `not measured: ${built.problem}` }];
    }
    return [...rowsOf(built.program, context), exportedRow(built.program, context)];
  },
};

function rowsOf(program: string, context: SectionContext): readonly Row[] {
  const { isSmoke } = context;
  const [large, small] = isSmoke ? [20_000, 1000] : [1_000_000, 10_000];
  const compare = (mix: Mix, rounds: number): Compared =>
    compared({ program, context, mix, rounds: isSmoke ? 1 : rounds });
  return [
    ...rowsOfMix(`${large} operations on 100 objects, 20 clients`, compare(spread(large), 3), 8),
    ...rowsOfMix(`${small} on one object, 20 clients`, compare(hot(small, 20), 2), 300),
    ...rowsOfMix(`${small} on one object, 100 clients`, compare(hot(small, 100), 1)),
  ];
}

interface Compared {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** `Ok`, `Unknown` after the timeout, or `OutOfMemory`. */
  readonly result: string;
}

function rowsOfMix(name: string, found: Compared, atLeast?: number): readonly Row[] {
  const { ours, theirs, result } = found;
  const unit = "ms";
  const rows: readonly Row[] = [
    { name: `porcupine: ${name}`, values: theirs, unit, note: endOf(result) },
    { name: "  conformance", values: ours, unit },
  ];
  if (result !== "Ok") return rows;
  const values = theirs.map((theirMs) => theirMs / median(ours));
  const ratio = { name: "  porcupine / conformance", values, unit: "×" };
  return [...rows, atLeast === undefined ? ratio : { ...ratio, atLeast }];
}

/** Checks an exported sample, so that the comparison is independent of this project's format. */
function exportedRow(program: string, { folder }: SectionContext): Row {
  const operations = 1_000;
  const text = textOf(spread(operations));
  const file = join(folder, "sample.json");
  writeFileSync(file, exportPorcupine(parseHistoryLines(text)).text);
  const { stdout, stderr, status } = spawnSync(program, ["-rounds", "1", file], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`porcupine failed with ${status}: ${stderr}`);
  const isAgreed = readReport(stdout).result === "Ok";
  const name = `disagreements on an exported sample of ${operations} operations`;
  return { name, values: [isAgreed ? 0 : 1], unit: "", atMost: 0, outOf: 1 };
}

function endOf(result: string): string {
  if (result === "Ok") return "";
  return result === "OutOfMemory" ? "aborted at 4 GiB" : `aborted after ${timeoutSeconds} s`;
}

const timeoutSeconds = 30;

const warmUps = 5;

interface Comparison {
  readonly program: string;
  readonly context: SectionContext;
  readonly mix: Mix;
  readonly rounds: number;
}

/** Measures the wall time of both checkers, because porcupine uses all cores. */
function compared({ program, context, mix, rounds }: Comparison): Compared {
  const file = join(context.folder, "history.ndjson");
  writeFileSync(file, textOf(mix));
  const limits = ["-rounds", `${rounds}`, "-timeout", `${timeoutSeconds}s`];
  const { stdout, stderr, status } = spawnSync(program, [...limits, file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`porcupine failed with ${status}: ${stderr}`);
  const history = historyOf(mix);
  const ours = Array.from({ length: rounds + warmUps }, () =>
    wallMsOf(() => checkHistory(history)),
  );
  return { ...readReport(stdout), ours: ours.slice(warmUps) };
}

function wallMsOf(run: () => unknown): number {
  const startedMs = performance.now();
  run();
  return performance.now() - startedMs;
}

function readReport(text: string): Pick<Compared, "theirs" | "result"> {
  const report: { readonly result: string; readonly wallMs: readonly number[] | null } =
    JSON.parse(text);
  return { result: report.result, theirs: report.wallMs ?? [] };
}

type Built =
  | { readonly program: string; readonly problem?: undefined }
  | { readonly problem: string };

function buildPorcupine({ folder }: SectionContext): Built {
  // Without this check, a missing source would look like a missing Go installation.
  if (!existsSync(source)) throw new Error(`${source} is missing`);
  const program = join(folder, "porcupine");
  const { error, stderr, status } = spawnSync("go", ["build", "-o", program, "."], {
    cwd: source,
    encoding: "utf8",
  });
  if (error !== undefined) return { problem: "Go is not installed" };
  if (status === 0) return { program };
  const [first = ""] = stderr.trim().split("\n").slice(-1);
  return { problem: `its build failed: ${first}` };
}
