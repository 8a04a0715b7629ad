import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { call, testWorld } from "../testing/test-world.ts";

describe("self-test", () => {
  it("shows that a fault is caught, as data", async () => {
    const { code, out, err } = await call([
      "self-test",
      "--fault",
      "stale-version-accepted",
      "--format",
      "json",
    ]);
    const matrix: unknown = JSON.parse(out);
    expect(isJsonObject(matrix) ? matrix["score"] : undefined, out).toMatchObject({
      faults: 1,
      caught: 1,
      undeclared: 0,
      clean: true,
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("shows that a freedom is spared, as data", async () => {
    const args = ["self-test", "--freedom", "versions-have-letters", "--format", "json"];
    const { code, out, err } = await call(args);
    const result: unknown = JSON.parse(out);
    expect(isJsonObject(result) ? result["acquittal"] : undefined, out).toMatchObject({
      whole: true,
      score: { runs: 1, spared: 1, unexplained: 0 },
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("ends early when it is interrupted", async () => {
    const world = testWorld();
    const ended = call(["self-test", "--fault", "stale-version-accepted"], world);
    while (world.signals.listenerCount("SIGINT") === 0) await new Promise(setImmediate);
    world.signals.emit("SIGINT");
    expect(await ended).toMatchObject({ code: 130, out: "" });
  });
});
