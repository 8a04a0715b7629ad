import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import type { Cluster } from "./cluster.ts";
import { logExpectations } from "./expectations.ts";
import { freePort } from "./free-port.ts";
import { runCommand } from "./lab-command.ts";

interface BadAccess {
  readonly what: string;
  readonly words: readonly string[];
  readonly token: string;
  readonly says: string;
}

export interface BadAccessTrial {
  readonly cluster: Cluster;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/**
 * Simulates common user errors on a real server. Each attempt must exit with code 3, describe the problem, and print no
 * credential. Resolves with the number of attempts that do not.
 */
export async function tryBadAccess({ cluster, environment, log }: BadAccessTrial): Promise<number> {
  let missed = 0;
  for (const { what, words, token, says } of await badAccesses(cluster)) {
    const output = join(cluster.folder, "bad-access");
    const { code, printed } = await runCommand({
      words: [...words, "--protocol", "kubernetes", "--token", "env:TOKEN", "--output", output],
      environment: { ...environment, TOKEN: token },
      isShown: false,
    });
    const isRight = code === 3 && printed.includes(says) && !printed.includes(token);
    const problem = `exit code ${code}: ${printed.replaceAll(token, "…")}`;
    missed += logExpectations(log, [[what, isRight, problem]]);
  }
  return missed;
}

async function badAccesses(cluster: Cluster): Promise<readonly BadAccess[]> {
  const [endpoint = ""] = cluster.endpoints;
  const strange = join(cluster.folder, "strange.crt");
  await writeFile(strange, rootCertificates[0] ?? "");
  const known = ["--endpoint", endpoint, "--certificate-authority", cluster.certificatePath()];
  const { admin, stranger } = cluster.tokens;
  return [
    {
      what: "a certificate authority that is not the server's",
      words: ["--endpoint", endpoint, "--certificate-authority", strange],
      token: admin,
      says: "--certificate-authority",
    },
    {
      what: "no certificate authority at all",
      words: ["--endpoint", endpoint],
      token: admin,
      says: "--certificate-authority",
    },
    {
      what: "an expired token",
      words: known,
      token: await cluster.expiredToken(),
      says: "401",
    },
    {
      what: "an administrator without permissions",
      words: known,
      token: stranger,
      says: 'resources: ["customresourcedefinitions"]',
    },
    {
      what: "a port on which no server listens",
      words: ["--endpoint", `https://127.0.0.1:${await freePort()}`],
      token: admin,
      says: "cannot be reached",
    },
  ];
}
