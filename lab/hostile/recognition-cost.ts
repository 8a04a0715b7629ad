import { limits, resourceVersion } from "#contract";
import type { Command, ObjectKey } from "#contract";
import { demoTokens } from "#reference";
import { Secrets } from "#targets";
import type { Target } from "#targets";
import { connect } from "../../bin/reach/connect-endpoint.ts";
import { PeerProcess } from "../bench/peers/peer-process.ts";
import { median } from "../bench/row-table.ts";
import { processorMs, ratios } from "../bench/timing.ts";

/** A collection without credentials, which disables the search in responses. */
class NoSecrets extends Secrets {
  override add(): void {}
}

const key: ObjectKey = { kind: "Service", namespace: "default", name: "measured" };

const commands: readonly Command[] = [
  { verb: "read", identity: "reader", key },
  {
    verb: "updateStatus",
    identity: "controller",
    key: { ...key, name: "missing" },
    resourceVersion: resourceVersion("1"),
    status: { observedGeneration: 1 },
  },
];

/** Many short rounds, so that disturbances affect both rounds of a pair. */
const rounds = 40;
const requests = 40;

/**
 * Measures the driver's CPU time with credential recognition, divided by its CPU time without it: the median over pairs
 * of rounds against a server in a separate process. The target that is opened first has a slight advantage, so each of
 * the two is opened first once.
 */
export async function recognitionCost(): Promise<number> {
  await using peer = await PeerProcess.start("reference");
  const cost = await costAt(peer.url, true);
  return Math.sqrt(cost * (await costAt(peer.url, false)));
}

async function costAt(endpoint: string, isKnowingFirst: boolean): Promise<number> {
  const { signal } = new AbortController();
  const world = { environment: {}, clock: () => new Date() };
  const secrets = new Secrets();
  const open = (kept: Secrets): Promise<Target> =>
    connect({ endpoint, limits, signal, world: { ...world, secrets: kept } });
  await using first = await open(isKnowingFirst ? secrets : new NoSecrets());
  await using second = await open(isKnowingFirst ? new NoSecrets() : secrets);
  if (!secrets.holds(demoTokens.reader)) throw new Error("the driver looks for no credential");
  const spec = { type: "ClusterIP", ports: [{ name: "http", port: 80, protocol: "TCP" }] };
  await first.execute({ verb: "create", identity: "author", key, spec }, signal);
  const both = [first, second].map((target) => ({ target, tookMs: Array.of<number>() }));
  for (let round = -3; round < rounds; round += 1) {
    for (const { target, tookMs } of round % 2 === 0 ? both : both.toReversed()) {
      const startedMs = processorMs();
      await sendAll(target, signal);
      if (round >= 0) tookMs.push(processorMs() - startedMs);
    }
  }
  const [ofFirst, ofSecond] = both.map(({ tookMs }) => tookMs);
  return median(isKnowingFirst ? ratios(ofFirst, ofSecond) : ratios(ofSecond, ofFirst));
}

async function sendAll(target: Target, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < requests; count += 1) {
    for (const command of commands) await target.execute(command, signal);
  }
}
