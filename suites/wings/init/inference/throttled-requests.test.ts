import { expect, it } from "vitest";
import type { Refusal } from "#contract";
import type { Exchange } from "#targets";
import type { ProvokedRefusal } from "./error-fields.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { matchersFor } from "./refusal-signs.ts";
import { executePatiently } from "./throttled-requests.ts";

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
  return { outcome: { result: "done" }, rateRefusals: 2, rateRejection: { refusal, reply } };
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

it("learns nothing from a rate limit that the dialect maps, or from no rate limit", async () => {
  const { isInferred: _, ...mapped } = throttled;
  expect(await learnedFrom(after(mapped))).toEqual([]);
  expect(await learnedFrom({ outcome: { result: "done" } })).toEqual([]);
});
