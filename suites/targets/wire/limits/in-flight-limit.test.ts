import { describe, expect, it } from "vitest";
import { InFlightLimit } from "./in-flight-limit.ts";

const never = new AbortController().signal;

/** Lets N requests wait for a slot. The returned list grows as slots are acquired. */
async function ask(room: InFlightLimit, count: number, signal = never): Promise<number[]> {
  const places: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    void Promise.resolve(room.enter(signal)).then((place) => places.push(place));
  }
  await turn();
  return places;
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("InFlightLimit", () => {
  it("is wide before anything was rejected", async () => {
    expect(await ask(new InFlightLimit(), 500)).toHaveLength(500);
  });

  it("halves the limit when a request is rejected", async () => {
    const room = new InFlightLimit();
    const [first = 0, ...others] = await ask(room, 8);
    room.leave(first, "refused");
    const later = await ask(room, 6);
    expect(later).toEqual([]);
    for (const place of others) room.leave(place, "answered");
    await turn();
    expect(later).toHaveLength(4);
  });

  it("counts the refusals of concurrent requests as one", async () => {
    const room = new InFlightLimit();
    for (const place of await ask(room, 8)) room.leave(place, "refused");
    expect(await ask(room, 8)).toHaveLength(4);
  });

  it("always has place for one", async () => {
    const room = new InFlightLimit();
    for (let round = 0; round < 5; round += 1) {
      const [place = 0] = await ask(room, 1);
      room.leave(place, "refused");
    }
    expect(await ask(room, 2)).toHaveLength(1);
  });

  it("becomes wider by one with each 32 answers", async () => {
    const room = new InFlightLimit();
    for (const place of await ask(room, 2)) room.leave(place, "refused");
    for (let answered = 0; answered < 64; answered += 1) {
      const [place = 0] = await ask(room, 1);
      room.leave(place, "answered");
    }
    expect(await ask(room, 8)).toHaveLength(3);
  });

  it("admits waiting requests in order, and aborted ones immediately", async () => {
    const room = new InFlightLimit();
    const [first = 0, second = 0] = await ask(room, 2);
    room.leave(first, "refused");
    const stop = new AbortController();
    const patient = await ask(room, 1);
    const impatient = await ask(room, 1, stop.signal);
    stop.abort();
    await turn();
    expect([patient, impatient]).toEqual([[], [3]]);
    for (const place of [second, 3]) room.leave(place, "answered");
    await turn();
    expect(patient).toEqual([4]);
    expect(await ask(room, 1, AbortSignal.abort())).toEqual([5]);
  });
});
