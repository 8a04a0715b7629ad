import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isMembers, limits } from "#contract";
import { startReference } from "#reference";
import { parse } from "yaml";
import { connect } from "../reach/connect-endpoint.ts";
import { startGraphqlRelay } from "../testing/graphql-relay.ts";
import { reportOnServices } from "../testing/other-reports.ts";
import { call } from "../testing/test-world.ts";

const { signal } = new AbortController();

interface Inferred {
  readonly out: string;
  readonly outcomes: unknown;
}

async function infer(url: string): Promise<Inferred> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-init-"));
  const file = join(folder, "dialect.yaml");
  const identities = ["author=author-token", "controller=controller-token", "reader=reader-token"];
  const args = ["init", "--endpoint", url, "--kind", "Service", "--output", file, "--yes"];
  const { out, err, code } = await call([...args, "--identity", ...identities, "--no-color"]);
  expect(code, err).toBe(0);
  const dialect: unknown = parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  return { out: `${out}${err}`, outcomes: isMembers(dialect) ? dialect["outcomes"] : undefined };
}

it("init learns the same refusals next to a controller, and warns of it", async () => {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  // Simulates a controller that writes each status just before another client does.
  await using disturbed = await startGraphqlRelay(server.url, {
    before: async (body) => {
      if (!body.includes("updateServiceStatus")) return;
      await reportOnServices(target, ({ status }) => status === undefined, signal);
    },
  });

  const warning = "another client, or the endpoint itself, modified init's test objects";
  const usual = await infer(server.url);
  expect(usual.out).not.toContain(warning);
  const found = await infer(disturbed.url);

  expect(found.out).toContain(warning);
  expect(found.outcomes).toEqual(usual.outcomes);
});
