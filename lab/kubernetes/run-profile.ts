import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { runCommand } from "./lab-command.ts";

export interface ProfileRun {
  readonly cluster: Cluster;
  readonly output: string;
  readonly command?: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the profile `kubernetes/v1`, or another command, through the command line against the first API server of a
 * cluster. Resolves with its exit code.
 */
export async function runProfile(run: ProfileRun): Promise<number> {
  const { cluster, output, command, words, environment } = run;
  const [endpoint = ""] = cluster.endpoints;
  await mkdir(output, { recursive: true });
  // The certificate is next to the reports, so that the command in the reports contains no machine-specific path.
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
