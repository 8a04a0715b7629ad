import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startReference } from "#reference";
import { startGraphqlRelay } from "../testing/graphql-relay.ts";
import { call } from "../testing/test-world.ts";

it("init omits watches that cannot be opened, and a run checks the rest", async () => {
  await using server = await startReference();
  await using other = await startGraphqlRelay(server.url, {
    errorFor: (body) =>
      /"query":"subscription/u.test(body) ? "Subscriptions are not supported" : undefined,
  });
  const folder = mkdtempSync(join(tmpdir(), "conformance-unopened-"));
  const dialect = join(folder, "dialect.yaml");
  const known = ["author=author-token", "controller=controller-token", "reader=reader-token"];
  const roles = ["--identity", ...known, "stranger=stranger-token", "invalid=nobody"];
  const at = ["--endpoint", other.url];

  const inferred = await call(["init", ...at, ...roles, "--kind", "Service", "--output", dialect]);
  const written = readFileSync(dialect, "utf8");
  const only = ["--only", "write.list-namespace-filter", "watch.*", "--seed", "1"];
  const run = ["run", ...at, "--dialect", dialect, ...roles, "--output", folder, "--no-color"];
  const checked = await call([...run, ...only]);
  rmSync(folder, { recursive: true });

  expect(inferred.code, inferred.err).toBe(0);
  expect(inferred.out).toContain(
    "missing  kinds.Service.operations.watch.watchServices: no watch could be opened",
  );
  expect(written).toContain("pass --watches, --watch-path or --ws-endpoint");
  expect(written).toContain("#   watchServices:");
  expect(written).not.toMatch(/^ +watch:/mu);
  expect(checked.code, checked.err).toBe(0);
  expect(checked.out).toMatch(/verdicts +\d+ pass/u);
});
