import { describe, expect, it } from "vitest";
import { widenedFor } from "./workload-plan.ts";

const plan = {
  objects: 4,
  clients: 16,
  watchers: 2,
  share: 1,
  changes: { status: 1, spec: 1, remove: 0 },
};

const far = { count: 100, quickestMs: 80, recentMs: 90, rateRefusals: 0 };

describe("a workload", () => {
  it.each([
    { where: "near", times: { ...far, quickestMs: 2, recentMs: 3 }, objects: 4, clients: 16 },
    { where: "at 50 ms", times: { ...far, quickestMs: 50, recentMs: 60 }, objects: 8, clients: 32 },
    { where: "far", times: { ...far, quickestMs: 200, recentMs: 210 }, objects: 16, clients: 64 },
    { where: "busy", times: { ...far, recentMs: 400 }, objects: 4, clients: 16 },
    { where: "limited", times: { ...far, rateRefusals: 1 }, objects: 4, clients: 16 },
  ])(
    "has $clients clients on $objects objects if the target is $where",
    ({ times, objects, clients }) => {
      expect(widenedFor(plan, times)).toEqual({ ...plan, objects, clients });
    },
  );

  it("that stops the server stays the same", () => {
    const restarting = { ...plan, restartAt: 0.5 };

    expect(widenedFor(restarting, far)).toBe(restarting);
  });
});
