import { expect, it } from "vitest";
import { OperationTimer } from "./operation-timer.ts";

it("counts operations, and releases all waiters at the end", async () => {
  const timer = new OperationTimer();
  const ended: string[] = [];
  const note = (name: string) => (hasPassed: boolean) => ended.push(`${name} ${hasPassed}`);
  const waiting = [timer.after(2).then(note("two")), timer.after(9).then(note("nine"))];
  timer.pass();
  await Promise.resolve();
  expect(ended).toEqual([]);

  timer.pass();
  await waiting[0];
  expect(ended).toEqual(["two true"]);

  timer.stop();
  await Promise.all(waiting);
  await timer.after(5).then(note("late"));
  expect(ended).toEqual(["two true", "nine false", "late false"]);
});
