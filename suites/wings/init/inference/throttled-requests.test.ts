import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Exchange } from "#targets";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { executePatiently } from "./throttled-requests.ts";

const read = { verb: "read", identity: "author", key: { kind: "Pump", name: "a" } } as const;

function rejected(message: string, kind: string): Exchange {
  const outcome: Outcome = {
    result: "refused",
    refusal: { reason: "unclassified", message, causes: [] },
  };
  const body = { errors: [{ message, extensions: { kind } }] };
  return { outcome, reply: { status: 200, body } };
}

async function sentTo(replies: readonly Exchange[]): Promise<{
  readonly exchange: Exchange;
  readonly count: number;
  readonly reasons: readonly string[];
}> {
  let count = 0;
  const target = pumpTarget(() => {
    const reply = replies[Math.min(count, replies.length - 1)];
    count += 1;
    return reply ?? { outcome: { result: "done" } };
  });
  const shared = { ...pumpShared(() => target), target };
  const exchange = await executePatiently(shared, read);
  return { exchange, count, reasons: shared.refusals.map(({ reason }) => reason) };
}

it("repeats a request that a rate limit rejected in the endpoint's own words", async () => {
  const done: Exchange = { outcome: { result: "done" } };
  const throttled = rejected("slow down", "THROTTLED");
  const sent = await sentTo([throttled, throttled, done]);

  expect(sent).toEqual({ exchange: done, count: 3, reasons: ["rateLimited"] });
});

it("repeats no other rejection, and gives up after some attempts", async () => {
  expect(await sentTo([rejected("no such pump", "GONE")])).toMatchObject({ count: 1, reasons: [] });
  expect(await sentTo([rejected("Too many requests", "BUSY")])).toMatchObject({ count: 5 });
});
