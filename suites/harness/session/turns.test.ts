import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;

async function recordTo(log: string[], name: string): Promise<void> {
  log.push(`${name} begins`);
  await turn();
  log.push(`${name} ends`);
}

async function play(turns: Turns, name: string, log: string[]): Promise<void> {
  await turn();
  log.push(`${name} prepares`);
  await turns.take(name, never, () => recordTo(log, name));
  log.push(`${name} continues`);
  turns.leave(name);
}

it("runs one part at a time, after all preparations and before everything that follows", async () => {
  const log: string[] = [];
  const turns = new Turns(["a", "b"]);
  await Promise.all(["a", "b"].map((name) => play(turns, name, log)));

  expect(log.slice(0, 6)).toEqual([
    "a prepares",
    "b prepares",
    "a begins",
    "a ends",
    "b begins",
    "b ends",
  ]);
  expect(log.slice(6).toSorted()).toEqual(["a continues", "b continues"]);
});

it("lets a case take several turns after the others have finished", async () => {
  const log: string[] = [];
  const turns = new Turns(["a", "b"]);
  const twice = play(turns, "a", log);
  await turns.take("b", never, () => recordTo(log, "b"));
  const again = turns.take("b", never, () => recordTo(log, "b"));
  await Promise.all([twice, again]);

  expect(log.slice(-3)).toEqual(["a continues", "b begins", "b ends"]);
});

it("rejects as the part does, and goes on with the others", async () => {
  const log: string[] = [];
  const turns = new Turns(["a", "b"]);
  const failing = turns.take("a", never, () => Promise.reject(new Error("lost")));
  await Promise.all([expect(failing).rejects.toThrow("lost"), play(turns, "b", log)]);

  expect(log).toContain("b continues");
});

it("does not wait for other cases when its own is aborted", async () => {
  const turns = new Turns(["a", "b"]);
  const taken = turns.take("a", AbortSignal.abort(), () => Promise.resolve("done"));

  expect(await taken).toBe("done");
});
