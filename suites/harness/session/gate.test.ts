import { expect, it } from "vitest";
import { Gate } from "./gate.ts";

it("admits no more than its limit, in order, and continues after a failure", async () => {
  const gate = new Gate(() => 2);
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const work = (number: number): Promise<number> =>
    gate.run(async () => {
      started.push(number);
      await new Promise<void>((resolve) => finish.push(resolve));
      if (number === 0) throw new Error("the first one fails");
      return number;
    });
  const all = [0, 1, 2, 3].map(work);
  const settled = Promise.allSettled(all);
  await turn();
  expect(started).toEqual([0, 1]);
  finish[0]?.();
  await turn();
  expect(started).toEqual([0, 1, 2]);
  finish[1]?.();
  finish[2]?.();
  await turn();
  expect(started).toEqual([0, 1, 2, 3]);
  finish[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

it("admits more after its limit rises, and fewer after it falls", async () => {
  let limit = 1;
  const gate = new Gate(() => limit);
  const finish: (() => void)[] = [];
  const work = (): Promise<void> =>
    gate.run(() => new Promise<void>((resolve) => finish.push(resolve)));
  const all = [work(), work(), work(), work()];
  await turn();
  expect(finish).toHaveLength(1);
  limit = 3;
  finish[0]?.();
  await turn();
  expect(finish).toHaveLength(4);
  limit = 2;
  const last = work();
  finish[1]?.();
  await turn();
  expect(finish).toHaveLength(4);
  finish[2]?.();
  await turn();
  expect(finish).toHaveLength(5);
  finish[3]?.();
  finish[4]?.();
  await Promise.all([...all, last]);
});

async function turn(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
}
