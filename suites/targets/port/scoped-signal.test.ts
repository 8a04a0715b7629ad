import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { scopedSignal } from "./scoped-signal.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

async function collectUntil(hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) {
    collect();
    await turn();
  }
}

describe("a scoped signal", () => {
  it("fires when its time is over, though nothing holds it and garbage is collected", async () => {
    let reason: unknown;
    const listen = (): void => {
      const { signal } = scopedSignal({ limitMs: 200, within: [new AbortController().signal] });
      signal.addEventListener("abort", () => (reason = signal.reason));
    };
    listen();

    await collectUntil(() => reason !== undefined);

    expect(reason).toMatchObject({ name: "TimeoutError", message: "timed out after 200 ms" });
  });

  it("fires with another one that is held, though nothing else holds it", async () => {
    const outer = new AbortController();
    let reason: unknown;
    const listen = (): void => {
      const { signal } = scopedSignal({ within: [outer.signal] });
      signal.addEventListener("abort", () => (reason = signal.reason));
    };
    listen();
    collect();
    await turn();
    collect();

    outer.abort("enough");

    expect(reason).toBe("enough");
  });

  it("states whether it ended by timeout", async () => {
    const outer = new AbortController();
    using ended = scopedSignal({ limitMs: 3_600_000, within: [outer.signal] });
    using late = scopedSignal({ limitMs: 1 });
    await once(late.signal, "abort");
    outer.abort();

    expect([late.isOver, ended.isOver]).toEqual([true, false]);
    expect(ended.signal.aborted).toBe(true);
  });

  it("has fired if another one fired earlier", () => {
    using scope = scopedSignal({ within: [AbortSignal.abort("before")] });

    expect(scope.signal.reason).toBe("before");
  });

  it("fires no more once it is disposed", () => {
    const outer = new AbortController();
    const scope = scopedSignal({ limitMs: 3_600_000, within: [outer.signal] });
    scope[Symbol.dispose]();
    outer.abort();

    expect(scope.signal.aborted).toBe(false);
  });
});
