import { describe, expect, it } from "vitest";
import { Waiting } from "./waiting.ts";

const longMs = 60_000;

describe("Waiting", () => {
  it("resolves immediately if the condition already holds", async () => {
    const { signal } = new AbortController();

    expect(await new Waiting().until(() => true, longMs, signal)).toBe(true);
  });

  it("checks again when it is woken, and not before", async () => {
    const waiting = new Waiting();
    const { signal } = new AbortController();
    let isReady = false;
    const result = waiting.until(() => isReady, longMs, signal);

    waiting.wake();
    isReady = true;
    waiting.wake();

    expect(await result).toBe(true);
  });

  it("times out", async () => {
    const { signal } = new AbortController();

    expect(await new Waiting().until(() => false, 1, signal)).toBe(false);
  });

  it("aborts when the signal aborts, before or during the wait", async () => {
    const controller = new AbortController();
    const result = new Waiting().until(() => false, longMs, controller.signal);

    controller.abort();

    expect(await result).toBe(false);
    expect(await new Waiting().until(() => false, longMs, controller.signal)).toBe(false);
  });
});
