import { expect, it } from "vitest";
import { limits } from "#contract";
import type { Command } from "#contract";
import { startReference } from "#reference";
import type { VerdictLine } from "#runner";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./reach/connect.ts";

const { signal } = new AbortController();
const lost = { result: "unknown", cause: "timeout", detail: "the reply was lost" } as const;
const selection = { only: ["watch/one-event-per-write#Service.updateServiceStatus"], skip: [] };

/** The target behind a line that loses the replies to what `isLost` says, and carries all of it out. */
function withLostReplies(target: Target, isLost: (command: Command) => boolean): Target {
  return {
    ...target,
    description: target.description,
    execute: async (command, signalOfCase) => {
      const reply = await target.execute(command, signalOfCase);
      return isLost(command) ? { outcome: lost } : reply;
    },
    watch: (command, listener, signalOfCase) => target.watch(command, listener, signalOfCase),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

/** What comes of losing the first so many replies to writes of sentinels: the only specs that are written. */
async function checkedWithout(replies: number): Promise<VerdictLine | undefined> {
  let left = replies;
  const isLost = ({ verb }: Command): boolean => verb === "update" && (left -= 1) >= 0;
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const { verdicts } = await checkTarget(withLostReplies(target, isLost), { selection });
  return verdicts.find(({ requirement }) => requirement === "watch.one-event-per-write");
}

it("a reply that is lost on a sentinel leaves nothing undecided", async () => {
  expect(await checkedWithout(1)).toMatchObject({ verdict: "pass" });
});
