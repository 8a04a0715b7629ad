import { basename, dirname } from "node:path";
import {
  compareReports,
  renderComparison,
  renderComparisonHtml,
  renderComparisonMarkdown,
} from "#reports";
import type { ComparedRun, Comparison } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/program-errors.ts";
import { loadReport } from "../output/load-record.ts";
import { hasUsualName, recordPathOf } from "../output/record-files.ts";
import { parseChoice } from "../options/option-values.ts";
import type { World } from "../process/world.ts";

export interface CompareArguments {
  readonly format: string;
  readonly verbose?: boolean;
  readonly color: boolean;
}

const compareFormats = ["text", "markdown", "html"] as const;

/** Each of `places` is `NAME=PATH` or `PATH`. */
export async function compare(
  places: readonly string[],
  typed: CompareArguments,
  world: World,
): Promise<void> {
  const format = parseChoice("--format", typed.format, compareFormats);
  const named = places.map(nameOf);
  const twice = named.find(({ name }, i) => named.findIndex((other) => other.name === name) !== i);
  if (twice !== undefined) {
    throw new UsageError(`two runs are named ${twice.name}`, {
      fix: `Give each run its own name, e.g. ${twice.name}-1=${twice.path}.`,
    });
  }
  if (named.length < 2) {
    throw new UsageError("only one run to compare", { fix: "Pass at least two records." });
  }
  const runs: ComparedRun[] = [];
  for (const { name, path } of named) runs.push({ name, report: await loadReport(path) });
  const text = render(compareReports(runs), format, { typed, world });
  if (format === "text") world.out.write(text);
  else world.out.writeDocument(text);
}

function render(
  comparison: Comparison,
  format: (typeof compareFormats)[number],
  { typed, world }: { readonly typed: CompareArguments; readonly world: World },
): string {
  switch (format) {
    case "text":
      return renderComparison(comparison, {
        ...appearanceOf(world.out, world, typed),
        isVerbose: typed.verbose === true,
      });
    case "markdown":
      return renderComparisonMarkdown(comparison);
    case "html":
      return renderComparisonHtml(comparison);
  }
}

function nameOf(place: string): { readonly name: string; readonly path: string } {
  const [, name, path] = /^([^=/]+)=(.+)$/u.exec(place) ?? [];
  if (name !== undefined && path !== undefined) return { name, path };
  const file = recordPathOf(place);
  const isUsual = hasUsualName(file) && dirname(file) !== ".";
  const own = basename(file).replace(/\.ndjson(?:\.gz)?$/u, "");
  return { name: isUsual ? basename(dirname(file)) : own, path: place };
}
