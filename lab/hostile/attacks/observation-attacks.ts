import { join } from "node:path";
import { demoTokens } from "#reference";
import { caseOf } from "../hostile-case.ts";
import { HostileServer } from "../hostile-server.ts";
import { Upstream } from "../hostile-upstream.ts";
import type { AttackFamily } from "./attack.ts";
import { callProgram } from "./call-program.ts";

const between = 40;

/** Runs `observe` on a hostile endpoint while objects change. */
export const observationAttacks: AttackFamily = {
  name: "hostile endpoint under observation",
  proves:
    "observe ends in time, prints no CI command and no credential, and contacts no other host",
  weight: 3,
  attempt: async ({ random, folder, program }) => {
    await using upstream = await Upstream.start();
    const hostile = observable(random.below(2 ** 31));
    await using server = await HostileServer.start(hostile, upstream);
    const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);
    const words = ["observe", "--endpoint", server.url, "--for", "1s", "--timeout", "1"];
    const output = join(folder(), "out");
    const ended = new AbortController();
    const changing = change(upstream, ended.signal);
    const kinds = ["--kind", "Service", "--identity", ...roles];
    const { problems } = await callProgram({ program, words: [...words, ...kinds], output });
    ended.abort();
    await changing;
    return [
      ...problems,
      ...server.tally.heardElsewhere.map((heard) => `contacted another server: ${heard}`),
    ].map((problem) => `${hostile.defect.name} of case ${hostile.seed}: ${problem}`);
  },
};

/** Finds the first case, starting at a seed, that watches over WebSocket. `observe` uses no other transport here. */
function observable(seed: number): ReturnType<typeof caseOf> {
  const hostile = caseOf(seed);
  if (hostile.transport !== "graphql-transport-ws") return observable(seed + 1);
  // No create request passes through the server, so the onset of a defect cannot be the first one.
  return { ...hostile, onset: { ...hostile.onset, since: "contact" } };
}

async function change(upstream: Upstream, signal: AbortSignal): Promise<void> {
  const author = `Bearer ${demoTokens.author}`;
  for (let index = 0; !signal.aborted && index < 1_000; index += 1) {
    const input = `{ namespace: "default", name: "seen-${index}", spec: {} }`;
    const query = `mutation { createService(input: ${input}) { kind } }`;
    await upstream.ask(JSON.stringify({ query }), author);
    await new Promise((resolve) => setTimeout(resolve, between));
  }
}
