import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import type { Chains } from "./chains.ts";

/**
 * Runs the chains as tests of vitest: `run-chains.js CHAINS one-by-one|at-once`, CHAINS as JSON. The exit code is 0
 * where all of them passed.
 */
const [text = "", order] = process.argv.slice(2);
const chains: Chains = JSON.parse(text);
const root = fileURLToPath(new URL("../../lab/bench/peers/vitest", import.meta.url));
const vitest = await startVitest("test", [], {
  root,
  config: false,
  watch: false,
  include: ["chains.cases.ts"],
  reporters: ["dot"],
  maxConcurrency: chains.count,
  testTimeout: 60_000,
  provide: { chains, isConcurrent: order === "at-once" },
});
await vitest.close();
