import { setTimeout as delay } from "node:timers/promises";
import { limits } from "#contract";
import { referenceReconcilers, runController } from "#reference/controller";
import { connect } from "./connect.ts";
import { parseIdentities } from "./identities.ts";

/**
 * The reference controllers as a program of their own, as `conformance controller --command` starts one:
 * the endpoint and the credential are in the environment, and `ready` is printed once everything is listed.
 */
const { CONFORMANCE_ENDPOINT: endpoint = "", CONFORMANCE_TOKEN: token } = process.env;
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());
await using target = await connect({
  endpoint,
  identities: token === undefined ? [] : parseIdentities([`controller=${token}`], {}),
  limits,
  signal: stop.signal,
});
const served = new Set(target.description.kinds.map(({ name }) => name));
await runController({
  target,
  reconcilers: referenceReconcilers().filter(({ kind }) => served.has(kind)),
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
