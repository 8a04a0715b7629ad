import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scaleLimits } from "#contract";
import type { RecordLine, RunResult } from "#verdicts";
import { loadDialect } from "#targets/dialect-file";
import type { Dialect } from "#targets/graphql";
import { startPresses } from "../../suites/targets/graphql/testing/endpoints/presses.ts";
import type { PressVariant } from "../../suites/targets/graphql/testing/endpoints/presses.ts";
import { checkTarget } from "../reach/compose.ts";
import type { CheckOptions } from "../reach/compose.ts";
import { connect } from "../reach/connect-endpoint.ts";

const path = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/presses.dialect.yaml", import.meta.url),
);

export async function runPresses(
  habits: readonly PressVariant[],
  options: CheckOptions & { readonly adapt?: (dialect: Dialect) => Dialect } = {},
): Promise<RunResult & { readonly lines: readonly RecordLine[] }> {
  await using server = await startPresses(habits);
  const { adapt = (dialect) => dialect, ...more } = options;
  const loaded = loadDialect(path, (file) => readFileSync(file, "utf8"));
  const dialect = { dialect: adapt(loaded.dialect), locate: () => "", path };
  const signal = new AbortController().signal;
  const world = { environment: {}, clock: () => new Date() };
  const limits = scaleLimits(6);
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  const lines: RecordLine[] = [];
  const emit = (line: RecordLine): void => {
    lines.push(line);
  };
  const proofBudget = { runs: 6, operations: 1_200 };
  const result = await checkTarget(target, { seed: 1, proofBudget, limits, emit, ...more });
  return { ...result, lines };
}
