import { join } from "node:path";
import { build } from "../implementers/build.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { serve } from "../implementers/serve.ts";
import type { GraphqlSystem } from "./exhibit.ts";
import { emptied, runSuite, withoutRoles } from "./run-suite.ts";
import type { ReleaseResult } from "./run-suite.ts";

export interface GraphqlTrial {
  readonly system: GraphqlSystem;
  readonly release: string;
  /** The requirements to check. All requirements if empty. */
  readonly rules: readonly string[];
  /** The folder for the record and the reports. */
  readonly output: string;
  readonly places: BuildPlaces;
}

/** Fetches, builds and starts a release behind a thin server, and runs the suite against it. */
export async function tryGraphql(trial: GraphqlTrial): Promise<ReleaseResult> {
  const { system, release, rules, output, places } = trial;
  const { name, sources = name, tools, start, path } = system;
  const built = await build({ name: sources, tools, build: system.build(release) }, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  await emptied(output);
  await using server = await serve({ start, path }, built.folder);
  const dialect = join(built.folder, "dialect.yaml");
  const words = ["--endpoint", server.url, "--dialect", dialect, ...withoutRoles];
  return await runSuite({ title: `${name} ${release}`, words, rules, output });
}
