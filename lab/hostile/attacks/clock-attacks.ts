import { join } from "node:path";
import { demoTokens, startReference } from "#reference";
import type { Random } from "#harness";
import { pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";
import { callProgram } from "./call-program.ts";

const hourMs = 3_600_000;

/** Faulty clocks. Each maps the actual time to the displayed time, in milliseconds. */
const clocks: readonly ((random: Random) => (nowMs: number) => number)[] = [
  () => {
    const startMs = Date.now();
    return (nowMs) => 2 * startMs - nowMs;
  },
  () => {
    let calls = 0;
    return (nowMs) => nowMs - (calls += 1) * hourMs;
  },
  (random) => (nowMs) => nowMs + (random.below(48) - 24) * hourMs,
  () => () => 0,
  () => (nowMs) => nowMs - 60 * 365 * 24 * hourMs,
  () => () => Date.UTC(9999, 11, 31, 23, 59, 59, 999),
];

/** Moves the wall clock back, makes it jump, or stops it during a run. */
export const clockAttacks: AttackFamily = {
  name: "faulty clock",
  proves: "a conformant endpoint passes whatever the wall clock shows, and the record is readable",
  weight: 3,
  attempt: async ({ random, folder, program }) => {
    await using reference = await startReference();
    const clock = pick(random, clocks)(random);
    const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);
    const only = pick(random, ["generation/starts-at-one#Service*", "watch/list-then-watch#*"]);
    const words = [
      "run",
      "--endpoint",
      reference.url,
      "--runs",
      "1",
      "--timeout",
      "60",
      "--only",
      only,
    ];
    const { code, problems } = await callProgram({
      program,
      words: [...words, "--identity", ...roles],
      output: join(folder(), "out"),
      world: { clock: () => new Date(clock(Date.now())) },
    });
    const isSound = code === 0;
    return isSound ? problems : [...problems, `ended with ${String(code)}`];
  },
};
