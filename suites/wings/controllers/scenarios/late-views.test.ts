import { expect, it } from "vitest";
import { LateViews } from "./late-views.ts";
import type { LateView } from "./late-views.ts";

const key = { kind: "Gear", namespace: "shop", name: "cog" };
const other = { ...key, name: "wheel" };

/** Notes what happens to the controller's view. A wait ends when it is released, longest first. */
function bench() {
  const done: string[] = [];
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const views = new LateViews({
    objects: {
      relabel: async (object) => void done.push(`relabeled ${object}`),
      touchNeighbor: async (object) => void done.push(`touched the neighbor of ${object}`),
    },
    holdEvents: () => {
      done.push("held");
      return {
        mark: () => {
          done.push("marked");
          return () => done.push("delivered");
        },
        [Symbol.dispose]: () => void done.push("released"),
      };
    },
    expireWatches: () => {
      done.push("expired");
      return { reopened: () => void done.push("reopened") };
    },
    noted: () => {},
    shown: async () => void done.push("shown"),
    reactionMs: (leastMs) => leastMs,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve());
        waits.push({ ms, end: resolve });
      }),
  });
  const pass = async (ms: number): Promise<void> => {
    for (const wait of waits.splice(0)) {
      if (wait.ms <= ms) wait.end();
      else waits.push(wait);
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { done, views, pass };
}

it.each<readonly [LateView, string]>([
  ["late-label", "relabeled 0"],
  ["late-neighbor", "touched the neighbor of 0"],
])("delivers the event before a write after the response (%s)", async (by, change) => {
  const { done, views, pass } = bench();
  await views.before(by, 0, key);
  expect(done).toEqual(["held", change, "shown", "marked"]);

  views.answered(other, true);
  await pass(1_000);
  expect(done).toHaveLength(4);
  views.answered(key, true);
  views.answered(key, true);
  await pass(1_000);
  expect(done.slice(4)).toEqual(["delivered"]);
  await pass(1_000);
  expect(done.slice(4)).toEqual(["delivered", "released"]);
});

it("delivers the event for a controller that does not read the object again", async () => {
  const { done, views, pass } = bench();
  await views.before("late-label", 0, key);
  views.answered(key, false);
  views.answered(key, false);
  await pass(1_000);
  await pass(1_000);

  expect(done.slice(4)).toEqual(["delivered", "released"]);
});

it("delivers a list from before a write after the response", async () => {
  const { done, views, pass } = bench();
  const before = views.before("late-list", 0, key);
  expect(views.awaitsList).toBe(true);
  const listed = [other, key].map((one) => views.listed(one).then(() => done.push(one.name)));
  await before;
  views.opened();
  await pass(1_000);
  expect(done).toEqual(["held", "expired", "wheel"]);

  views.answered(key, true);
  await pass(1_000);
  await Promise.all(listed);
  await pass(1_000);
  expect(done.slice(3)).toEqual(["cog", "released", "reopened"]);
  expect(views.awaitsList).toBe(false);
});

it.each<readonly [string, (views: LateViews) => void, number]>([
  ["has opened its watch again", (views) => views.opened(), 1_000],
  ["has not done anything for a while", () => {}, 10_000],
])("expects no list of a controller that %s", async (_name, act, ms) => {
  const { done, views, pass } = bench();
  const before = views.before("late-list", 0, key);
  act(views);
  await pass(ms);
  await before;

  expect(done).toEqual(["held", "expired", "released", "reopened"]);
  expect(views.awaitsList).toBe(false);
});

it("waits for nothing when the scenario has ended", async () => {
  const { done, views } = bench();
  await views.before("late-label", 0, key);
  views.answered(key, true);
  views[Symbol.dispose]();
  await new Promise((resolve) => setImmediate(resolve));

  expect(done.slice(4)).toEqual(["delivered", "released"]);
});

it("delivers a held list when the scenario ends", async () => {
  const { done, views } = bench();
  const before = views.before("late-list", 0, key);
  const listed = views.listed(key).then(() => done.push("listed"));
  await before;
  views[Symbol.dispose]();
  await listed;

  expect(done).toContain("listed");
});
