import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Rendezvous } from "./rendezvous.ts";

const never = new AbortController().signal;

async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await turn();
  return over;
}

describe("a rendezvous", () => {
  it("lets nobody pass a place before all have reached it or a later one", async () => {
    const rendezvous = new Rendezvous(["a", "b", "c"]);
    const first = rendezvous.meet("a", 1, never);
    expect(await isOver(first)).toBe(false);
    const second = rendezvous.meet("b", 2, never);
    expect(await isOver(first)).toBe(false);
    void rendezvous.meet("c", 1, never);
    expect(await isOver(first)).toBe(true);
    expect(await isOver(second)).toBe(false);
  });

  it("does not wait for a case that has ended", async () => {
    const rendezvous = new Rendezvous(["a", "b"]);
    const waiting = rendezvous.meet("a", 1, never);
    rendezvous.leave("b");
    expect(await isOver(waiting)).toBe(true);
    expect(await isOver(rendezvous.meet("a", 7, never))).toBe(true);
  });

  it("ends a wait whose case is aborted", async () => {
    const rendezvous = new Rendezvous(["a", "b"]);
    const stop = new AbortController();
    const waiting = rendezvous.meet("a", 1, stop.signal);
    stop.abort();
    expect(await isOver(waiting)).toBe(true);
  });
});
