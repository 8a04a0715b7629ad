import { expect, it, vi } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchEvent } from "#contract";
import { EventQueue } from "./event-queue.ts";

function event(version: number): WatchEvent {
  return { type: "MODIFIED", resourceVersion: resourceVersion(String(version)) };
}

it("keeps events in order for a late reader", async () => {
  const stream = new EventQueue(() => undefined);
  stream.push(event(1));
  stream.push(event(2));

  expect(stream.queuedEvents).toBe(2);
  expect(await stream.next()).toEqual({ done: false, value: event(1) });
  expect(await stream.next()).toEqual({ done: false, value: event(2) });
});

it("passes an event to a waiting reader", async () => {
  const stream = new EventQueue(() => undefined);
  const next = stream.next();
  stream.push(event(1));

  expect(await next).toEqual({ done: false, value: event(1) });
  expect(stream.queuedEvents).toBe(0);
});

it("fails immediately, drops queued events, and ends", async () => {
  const stream = new EventQueue(() => undefined);
  stream.push(event(1));
  stream.fail(new Error("too slow"));
  stream.push(event(2));

  await expect(stream.next()).rejects.toThrow("too slow");
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

it("fails for a waiting reader", async () => {
  const stream = new EventQueue(() => undefined);
  const next = stream.next();
  stream.fail(new Error("too slow"));

  await expect(next).rejects.toThrow("too slow");
});

it("ends a waiting reader on return, and calls onEnd once", async () => {
  const ended = vi.fn<() => void>();
  const stream = new EventQueue(ended);
  const next = stream.next();
  await stream.return();
  await stream.return();
  stream.fail(new Error("too late"));

  expect(await next).toEqual({ done: true, value: undefined });
  expect(ended).toHaveBeenCalledTimes(1);
});

it("finishes after its queued events, and accepts no others", async () => {
  const ended = vi.fn<() => void>();
  const stream = new EventQueue(ended);
  stream.push(event(1));
  stream.finish();
  stream.push(event(2));

  expect(ended).not.toHaveBeenCalled();
  expect(await stream.next()).toEqual({ done: false, value: event(1) });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(ended).toHaveBeenCalledTimes(1);
});

it("finishes at once for a waiting reader", async () => {
  const stream = new EventQueue(() => undefined);
  const next = stream.next();
  stream.finish();
  stream.finish();

  expect(await next).toEqual({ done: true, value: undefined });
});
