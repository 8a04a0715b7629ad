import { describe, expect, it } from "vitest";
import { judgeScenario } from "./judge-scenario.ts";
import type { PlayedScenario } from "./play-scenario.ts";

const scenario = [
  {
    step: "older-view",
    unseen: [{ step: "edit", object: 0, spec: 1 }],
    during: [{ step: "settle" }],
  },
] as const;

function played(olderLists?: number): PlayedScenario {
  return {
    scenario,
    events: [],
    exchanges: [0],
    isSeen: true,
    judging: { convergeMs: 1_000 },
    problem: "exit 1",
    ...(olderLists === undefined ? {} : { olderLists }),
  };
}

function on(requirement: string, of: PlayedScenario): unknown {
  return judgeScenario(of).find((finding) => finding.requirement === requirement);
}

describe("a restart on an older view", () => {
  it("is stated in a finding, with the number of older lists", () => {
    expect(on("controller.status-converges", played(2))).toMatchObject({
      actual:
        "the controller exited by itself: exit 1 (restart on lists from after (edit 0 to spec 1) and before (settle); 2 lists were served from the older state)",
    });
    expect(on("controller.status-converges", played(0))).toMatchObject({
      actual: expect.stringContaining("; all lists were current)"),
    });
  });

  it("that was none is a remark of the passes that it would have decided", () => {
    const remark =
      "the controller was restarted, but not on an older view: it only sends lists whose replies must be current";

    expect(on("controller.observed-generation-never-goes-back", played(0))).toMatchObject({
      remark,
    });
    expect(on("controller.acknowledges-current-request", played(0))).toMatchObject({ remark });
    expect(on("controller.conditions-stay", played(0))).not.toHaveProperty("remark");
    expect(on("controller.observed-generation-never-goes-back", played(1))).not.toHaveProperty(
      "remark",
    );
    expect(on("controller.observed-generation-never-goes-back", played())).not.toHaveProperty(
      "remark",
    );
  });
});
