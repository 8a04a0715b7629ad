import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { runCommand } from "./run-command.ts";

/** What a run of the profile takes. */
export interface ProfileRun {
  readonly cluster: Cluster;
  /** Record and reports are written there. */
  readonly output: string;
  /** The command, where it is not a run of the profile. */
  readonly command?: string;
  /** Passed on to the command line as they are. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the profile `kubernetes/v1`, or another command, against the first API server of a cluster, by the command line as users
 * have it. Resolves with its exit code.
 */
export async function runProfile(run: ProfileRun): Promise<number> {
  const { cluster, output, command, words, environment } = run;
  const [endpoint = ""] = cluster.endpoints;
  await mkdir(output, { recursive: true });
  // Beside the reports, so that the command in them names no folder of this machine.
  const certificate = join(output, "api-server.crt");
  await copyFile(cluster.certificatePath(), certificate);
  const { code } = await runCommand({
    words: [
      ...(command === undefined ? [] : [command]),
      "--endpoint",
      endpoint,
      "--protocol",
      "kubernetes",
      "--certificate-authority",
      certificate,
      "--token",
      "env:ADMINISTRATOR_TOKEN",
      "--identity",
      "expired=env:EXPIRED_TOKEN",
      "--output",
      output,
      ...words,
    ],
    environment: {
      ...environment,
      ADMINISTRATOR_TOKEN: cluster.tokens.admin,
      EXPIRED_TOKEN: await cluster.expiredToken(),
    },
    isShown: true,
  });
  return code;
}
