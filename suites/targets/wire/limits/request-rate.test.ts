import { expect, it } from "vitest";
import { RequestRate } from "./request-rate.ts";
import type { PacedRequest } from "./request-rate.ts";
import type { RateDecision } from "./rate-limits.ts";

const never = new AbortController().signal;
const later = { kind: "wait", pauseMs: 60_000 } as const;

/** A request that is rejected with each of these decisions, and fails once its caller has aborted it. */
function request(signal: AbortSignal, ...decisions: readonly RateDecision[]): PacedRequest<string> {
  const left = [...decisions];
  return {
    once: () =>
      signal.aborted ? Promise.reject(new Error("aborted")) : Promise.resolve("a response"),
    decide: () => left.shift() ?? { kind: "go-on" },
  };
}

it("delays only a stream that is rejected", async () => {
  const rate = new RequestRate();
  const caller = new AbortController();
  const { signal } = caller;
  const stream = rate.send({ ...request(signal, later), isStream: true }, signal);

  expect(await rate.send(request(never), never)).toMatchObject({ refusals: 0 });
  expect(rate.isPaused).toBe(false);

  caller.abort();
  await expect(stream).rejects.toThrow("aborted");
});

it("delays all requests if one is rejected", async () => {
  const rate = new RequestRate();
  const caller = new AbortController();
  const { signal } = caller;
  const sent = rate.send(request(signal, later), signal);
  await expect.poll(() => rate.isPaused).toBe(true);
  let isSent = false;
  const other = rate.send(request(signal), signal).finally(() => (isSent = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSent).toBe(false);

  caller.abort();
  await expect(sent).rejects.toThrow("aborted");
  await expect(other).rejects.toThrow("aborted");
});

it("frees the place of a request that fails", async () => {
  const rate = new RequestRate();
  const atOnce = { kind: "wait", pauseMs: 0 } as const;
  await rate.send(request(never, atOnce, atOnce, atOnce), never);
  const aborted = AbortSignal.abort();
  await expect(rate.send(request(aborted), never)).rejects.toThrow("aborted");

  expect(await rate.send(request(never, atOnce), never)).toMatchObject({
    refusals: 1,
    rejected: "a response",
  });
});
