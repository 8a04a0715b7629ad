import { expect, it } from "vitest";
import { inWorkerPool } from "./worker-pool.ts";

const { signal: never } = new AbortController();

it("runs no more than its limit, in order, and adapts when the limit rises", async () => {
  const work = new Works();
  let concurrency = 2;
  const all = inWorkerPool(
    [0, 1, 2, 3, 4],
    { concurrency: () => concurrency, signal: never },
    work.do,
  );
  expect(work.started).toEqual([0, 1]);
  await work.end(1);
  expect(work.started).toEqual([0, 1, 2]);
  concurrency = 4;
  await work.end(0);
  expect(work.started).toEqual([0, 1, 2, 3, 4]);
  for (const item of [4, 3, 2]) await work.end(item);
  await all;
});

it("does one after the other where it may do nothing", async () => {
  const work = new Works();
  const all = inWorkerPool([0, 1], { concurrency: () => 0, signal: never }, work.do);
  expect(work.started).toEqual([0]);
  await work.end(0);
  expect(work.started).toEqual([0, 1]);
  await work.end(1);
  await all;
});

it("reports once that nothing waits any more, while work runs", async () => {
  const work = new Works();
  let calls = 0;
  const onLastStarted = (): void => {
    calls += 1;
  };
  const all = inWorkerPool(
    [0, 1, 2],
    { concurrency: () => 2, signal: never, onLastStarted },
    work.do,
  );
  await work.end(0);
  expect([work.started, calls]).toEqual([[0, 1, 2], 0]);
  await work.end(1);
  expect(calls).toBe(1);
  await work.end(2);
  await all;
  expect(calls).toBe(1);
});

it("starts nothing after an abort, and waits for running work", async () => {
  const work = new Works();
  const stop = new AbortController();
  let isOver = false;
  const all = inWorkerPool([0, 1, 2], { concurrency: () => 2, signal: stop.signal }, work.do);
  const over = all.then(() => {
    isOver = true;
  });
  stop.abort();
  await work.end(0);
  expect(work.started).toEqual([0, 1]);
  expect(isOver).toBe(false);
  await work.end(1);
  await over;
});

it("rejects as the work does", async () => {
  const failure = new Error("a defect");
  const work = (): Promise<void> => Promise.reject(failure);
  await expect(inWorkerPool([0], { concurrency: () => 1, signal: never }, work)).rejects.toBe(
    failure,
  );
});

/** Tasks that the test finishes. */
class Works {
  readonly started: number[] = [];
  readonly #ends = new Map<number, () => void>();

  readonly do = (item: number): Promise<void> => {
    this.started.push(item);
    return new Promise((resolve) => this.#ends.set(item, resolve));
  };

  /** Finishes one task, and lets pending callbacks run. */
  async end(item: number): Promise<void> {
    this.#ends.get(item)?.();
    for (let count = 0; count < 10; count += 1) await Promise.resolve();
  }
}
