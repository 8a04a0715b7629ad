import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { listenForStop } from "./interruption.ts";

describe.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s", (name) => {
  it("aborts at the first time and exits at the second", () => {
    const source = new EventEmitter();
    const codes: number[] = [];
    let nowMs = 7;
    const exit = (code: number): number => codes.push(code);
    using interruption = listenForStop(source, exit, () => nowMs);
    expect(interruption.signal.aborted).toBe(false);

    source.emit(name);
    expect(interruption.signal.aborted).toBe(true);
    expect(codes).toEqual([]);

    nowMs += 500;
    source.emit(name);
    expect(codes).toEqual([130]);
  });

  it("counts once if a process and its group are signalled together", () => {
    const source = new EventEmitter();
    const codes: number[] = [];
    let nowMs = 7;
    const exit = (code: number): number => codes.push(code);
    using interruption = listenForStop(source, exit, () => nowMs);

    source.emit(name);
    nowMs += 499;
    source.emit(name);

    expect(interruption.signal.aborted).toBe(true);
    expect(codes).toEqual([]);
  });

  it("is not listened to after disposing", () => {
    const source = new EventEmitter();
    {
      using interruption = listenForStop(source, () => {});
      expect(interruption.signal.aborted).toBe(false);
      expect(source.listenerCount(name)).toBe(1);
    }
    expect(source.listenerCount(name)).toBe(0);
  });
});

describe("runSync", () => {
  it("hears nothing during its work, so that the default of the system ends the process", () => {
    const source = new EventEmitter();
    using interruption = listenForStop(source, () => {});

    const during = interruption.runSync(() => source.listenerCount("SIGINT"));

    expect(during).toBe(0);
    expect(source.listenerCount("SIGINT")).toBe(1);
    expect(source.listenerCount("SIGTERM")).toBe(1);
  });

  it("stays disposed", () => {
    const source = new EventEmitter();
    const interruption = listenForStop(source, () => {});
    interruption.runSync(() => interruption[Symbol.dispose]());

    expect(source.listenerCount("SIGINT")).toBe(0);
  });
});
