import { expect, it } from "vitest";
import { TestProgress } from "./test-progress.ts";

it("prints the finished files and the time left, weighted by the last durations", () => {
  const lines: string[] = [];
  let now = 0;
  const progress = new TestProgress(
    () => now,
    (line) => lines.push(line),
  );
  progress.start([
    ["long", 60_000],
    ["short", 10_000],
    ["new", undefined],
    ["last", 10_000],
  ]);
  now = 5_000;
  progress.end("short");
  now = 30_000;
  progress.end("long");
  now = 41_000;
  progress.end("new");
  now = 60_000;
  progress.end("last");

  // After 30 s, 70 of 106.7 s of work are finished. After 41 s, 96.7 s are finished. Nothing is printed in the first 10
  // s or at the end of the run.
  expect(lines).toEqual(["2 of 4 files, about 16 s left\n", "3 of 4 files, about 4 s left\n"]);
});
