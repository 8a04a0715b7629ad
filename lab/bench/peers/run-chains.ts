import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import type { Chains } from "./chain-walk.ts";

/**
 * Runs the chains as Vitest tests: `run-chains.js CHAINS one-by-one|at-once`, where CHAINS is JSON. Exits with 0 if all
 * tests pass.
 */
const [text = "", order] = process.argv.slice(2);
const chains: Chains = JSON.parse(text);
const root = fileURLToPath(new URL("../../lab/bench/peers", import.meta.url));
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
