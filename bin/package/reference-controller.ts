import { setTimeout as delay } from "node:timers/promises";
import { limits } from "#contract";
import { referenceReconcilers, rulesOfVariant, runController } from "#reference/controller";
import { connect } from "../reach/connect-endpoint.ts";
import { chooseReconcilers } from "../controller/choose-reconcilers.ts";
import { variantNamed } from "../controller/variant-named.ts";
import { describeError } from "../process/program-errors.ts";
import { exitCodes } from "../process/exit-code.ts";
import { parseIdentities } from "../options/identity-requests.ts";

/**
 * Runs the reference controllers as a program, for `npx conformance controller --command`. Reads the endpoint and the
 * credential from the environment, and prints `ready` once all objects are listed. `CONFORMANCE_VARIANT` selects a
 * faulty variant.
 */
const {
  CONFORMANCE_ENDPOINT: endpoint = "",
  CONFORMANCE_TOKEN: token,
  CONFORMANCE_KINDS: kinds = "Service,Deployment,Bucket",
  CONFORMANCE_VARIANT: variant,
} = process.env;
// Prints a single line, because the suite shows the last line of a controller that does not start.
process.on("uncaughtException", (error) => {
  const text = describeError(error, { isVerbose: false }).trim().replaceAll(/\s+/gu, " ");
  process.stderr.write(`${text}\n`);
  process.exit(exitCodes.failure);
});
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());
await using target = await connect({
  endpoint,
  identities: token === undefined ? [] : parseIdentities([`controller=${token}`], {}),
  limits,
  signal: stop.signal,
});
const { reconcilers, warnings } = chooseReconcilers(kinds.split(","), {
  kinds: target.description.kinds,
  reconcilers: referenceReconcilers(),
});
for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
await runController({
  target,
  reconcilers,
  ...(variant === undefined ? {} : { rules: rulesOfVariant(variantNamed(variant)) }),
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
