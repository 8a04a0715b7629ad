import { setTimeout as delay } from "node:timers/promises";
import { limits } from "#contract";
import { referenceReconcilers, runController } from "#reference/controller";
import { connect } from "./connect.ts";
import { parseIdentities } from "./identities.ts";

/**
 * The reference controllers as a program of their own, as `conformance controller --command` starts one:
 * the endpoint and the credential are in the environment, and `ready` is printed once everything is listed.
 */
const {
  CONFORMANCE_ENDPOINT: endpoint = "",
  CONFORMANCE_TOKEN: token,
  CONFORMANCE_KINDS: kinds = "Service,Deployment,Bucket",
} = process.env;
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());
await using target = await connect({
  endpoint,
  identities: token === undefined ? [] : parseIdentities([`controller=${token}`], {}),
  limits,
  signal: stop.signal,
});
// Kinds that a run registers may not be there yet, and nobody here would wait for them.
const there = target.description.kinds.filter(({ isRuntime }) => !isRuntime);
const wanted = new Set(kinds.split(",").filter((kind) => there.some(({ name }) => name === kind)));
await runController({
  target,
  reconcilers: referenceReconcilers().filter(({ kind }) => wanted.has(kind)),
  now: () => new Date(),
  random: () => Math.random(),
  wait: async (pauseMs, signal) => {
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  },
  eventMs: limits.eventMs,
  ready: () => process.stdout.write("ready\n"),
  failed: (error) => process.stderr.write(`${String(error)}\n`),
  signal: stop.signal,
});
