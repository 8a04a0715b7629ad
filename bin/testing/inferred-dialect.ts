import { join } from "node:path";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { TargetDescription } from "#targets";
import type { RunResult } from "#verdicts";
import { readDialectOption } from "../options/dialect-option.ts";
import { checkTarget } from "../reach/compose.ts";
import { connect } from "../reach/connect-endpoint.ts";
import type { DialectFile } from "../reach/connect-endpoint.ts";
import { environment, identities, init } from "./own-endpoints.ts";
import type { Started } from "./own-endpoints.ts";

/** Runs `init` on a test endpoint whose credentials end with `-key`, and reads the dialect that it writes. */
export async function inferredDialect(
  server: Started,
  folder: string,
  more: readonly string[] = [],
): Promise<DialectFile> {
  const path = join(folder, "inferred.yaml");
  await init(server, path, [...identities("key"), ...more]);
  return { ...readDialectOption(path), path };
}

/** Runs the scenarios of the selected requirements, or all of them, on a test endpoint. */
export async function scenarioVerdicts(
  server: Started,
  dialect: DialectFile,
  only: readonly string[] = [],
): Promise<Pick<RunResult, "verdicts"> & { readonly description: TargetDescription }> {
  const world = { environment, clock: () => new Date() };
  // A busy machine must not time out.
  const [limits, signal] = [scaleLimits(6), new AbortController().signal];
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");
  const selection = { only: [...only], skip: [] };
  const { verdicts } = await checkTarget(target, { checks: scenarios, limits, selection });
  return { verdicts, description: target.description };
}
