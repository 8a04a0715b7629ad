import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForAllTests();

function written(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

it.each(["run", "controller", "observe"])(
  "%s exits with 2 for an unusable kubeconfig, and with 3 if its server cannot be reached",
  async (command) => {
    const kubeconfig = written(
      "right.yaml",
      `apiVersion: v1
kind: Config
current-context: usual
clusters: [{ name: one, cluster: { server: "https://127.0.0.1:1" } }]
contexts: [{ name: usual, context: { cluster: one, user: admin } }]
users: [{ name: admin, user: { token: secret } }]
`,
    );
    const args = [command, "--config", "none", "--output", folder.path];
    const kind = ["--kind", "gears.example.com"];

    const missing = await call([...args, ...kind, "--kubeconfig", join(folder.path, "absent")]);
    const right = await call([...args, ...kind, "--kubeconfig", kubeconfig]);

    expect([missing.code, right.code]).toEqual([2, 3]);
    expect(missing.err).toContain("absent does not exist");
    expect(right.err).toContain("ECONNREFUSED 127.0.0.1:1");
  },
);

it("exits with 2 for a client certificate that is not in PEM format", async () => {
  const file = written("client.crt", "not a certificate");
  const server = ["--protocol", "kubernetes", "--endpoint", "https://127.0.0.1:1"];
  const certificate = ["--client-certificate", file, "--client-key", file];

  const { code, err } = await call(["run", "--config", "none", ...server, ...certificate]);

  expect(code).toBe(2);
  expect(err).toContain("cannot use the TLS certificates");
});
