import { expect, it } from "vitest";
import { guardedWorld } from "../process/guarded-world.ts";
import { processWorld } from "../process/process-world.ts";
import { runController } from "./run-controller-profile.ts";

it("ends at its time limit, and leaves undecided what the scenarios did not reach", async () => {
  const world = guardedWorld(
    { ...processWorld(process), environment: { PATH: process.env["PATH"] } },
    [],
  );

  const { interrupted, requirements } = await runController(
    {
      // A controller that never reports, so that a scenario waits a minute for its report.
      command: "echo ready && exec tail -f /dev/null",
      ready: "ready",
      kinds: ["Deployment"],
      only: ["controllers/reports-on-each-change"],
      runTimeoutSeconds: 1,
    },
    world,
  );

  expect(interrupted).toBe(false);
  const undecided = requirements.filter(({ verdict }) => verdict === "inconclusive");
  expect(undecided.map(({ requirement }) => requirement)).toContain("controller.status-converges");
  expect(undecided.every(({ reason }) => reason?.includes("the time limit of the run, 1 s"))).toBe(
    true,
  );
});
