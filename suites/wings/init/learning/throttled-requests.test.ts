import { expect, it } from "vitest";
import type { Refusal } from "#contract";
import type { Exchange } from "#targets";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { matchersFor } from "../requests/refusal-signs.ts";
import { executePatiently } from "../requests/throttled-requests.ts";

const read = { verb: "read", identity: "author", key: { kind: "Pump", name: "a" } } as const;

const throttled: Refusal = {
  reason: "rateLimited",
  message: "slow down",
  causes: [],
  isInferred: true,
};
const reply = {
  status: 200,
  body: { errors: [{ message: "slow down", extensions: { kind: "THROTTLED" } }] },
};

function after(refusal: Refusal): Exchange {
  const rateRejection = { refusal, reply, isProven: true } as const;
  return { outcome: { result: "done" }, rateRefusals: 2, rateRejection };
}

async function learnedFrom(exchange: Exchange): Promise<readonly ProvokedRefusal[]> {
  const target = pumpTarget(() => exchange);
  const shared = { ...pumpShared(() => target), target };
  expect(await executePatiently(shared, read)).toBe(exchange);
  await executePatiently(shared, read);
  return shared.refusals;
}

it("learns the rejection of a rate limit in the endpoint's own words once", async () => {
  expect(await learnedFrom(after(throttled))).toMatchObject([
    { reason: "rateLimited", exchange: { outcome: { refusal: throttled }, reply } },
  ]);
});

it("maps the code of the rejection that it learned", async () => {
  expect(matchersFor(await learnedFrom(after(throttled)))).toEqual([
    { reason: "rateLimited", extension: { path: "kind", value: "THROTTLED" } },
  ]);
});

it("learns nothing from a rejection that no retry passed", async () => {
  const outcome = { result: "unknown", cause: "connection", detail: "rejected" } as const;
  const rateRejection = { refusal: throttled, reply };
  expect(await learnedFrom({ outcome, rateRefusals: 6, rateRejection })).toEqual([]);
});

it("learns nothing from a rate limit that the dialect maps, or from no rate limit", async () => {
  const { isInferred: _, ...mapped } = throttled;
  expect(await learnedFrom(after(mapped))).toEqual([]);
  expect(await learnedFrom({ outcome: { result: "done" } })).toEqual([]);
});
