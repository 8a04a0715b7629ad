import { describe, expect, it } from "vitest";
import { onAbort } from "./on-abort.ts";

describe("onAbort", () => {
  it("calls everybody once, in the order of listening, when the signal fires", () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => called.push("one"));
    onAbort(controller.signal, () => called.push("two"));

    controller.abort();
    controller.abort();

    expect(called).toEqual(["one", "two"]);
  });

  it("calls immediately if the signal has fired", () => {
    const called: string[] = [];

    onAbort(AbortSignal.abort(), () => called.push("one"))();

    expect(called).toEqual(["one"]);
  });

  it("removes the listener that ended, and no other one with the same function", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const call = (): void => {
      called.push("same");
    };
    const release = onAbort(controller.signal, call);
    onAbort(controller.signal, call);

    release();
    release();
    controller.abort();

    expect(called).toEqual(["same"]);
  });

  it("lets a listener remove another one", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const releases: (() => void)[] = [];
    onAbort(controller.signal, () => {
      for (const release of releases) release();
    });
    releases.push(onAbort(controller.signal, () => called.push("other")));

    controller.abort();

    expect(called).toEqual([]);
  });
});
