import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { randomFor } from "#harness";
import { startReference } from "#reference";
import { call } from "../../bin/testing/test-world.ts";
import { openSlowLine } from "./slow-line.ts";
import { verdictsIn } from "./verdicts.ts";

it("causes no false positive if all events arrive after two more sentinel writes", async () => {
  await using server = await startReference({ limits: { connectionInitTimeoutMs: 30_000 } });
  const { port } = new URL(server.url);
  const disturbances = { latency: { leastMs: 1_700, mostMs: 1_700 }, spikesPerThousand: 0 };
  await using slow = await openSlowLine(Number(port), disturbances, randomFor(1, "line"));
  const folder = mkdtempSync(join(tmpdir(), "conformance-late-"));
  const target = ["--endpoint", server.url, "--ws-endpoint", `ws://127.0.0.1:${slow.port}/graphql`];
  const only = ["watch/complete-and-in-order#Deployment*"];
  const options = ["--output", folder, "--config", "none", "--attempts", "1", "--quiet"];
  const { code } = await call([...target, ...options, "--only", ...only]);
  const verdicts = verdictsIn(folder);
  rmSync(folder, { recursive: true });

  expect(
    verdicts.filter(({ verdict }) => ["fail", "warn", "flaky", "errored"].includes(verdict)),
  ).toEqual([]);
  expect(verdicts).toContainEqual({ requirement: "watch.ordered", verdict: "pass", because: "" });
  expect(code).toBe(0);
});
