import { afterEach } from "vitest";
import type { Answer } from "./api-server.ts";
import { connectTarget } from "./connected-target.ts";
import type { ConnectedTarget } from "./connected-target.ts";

/** The connections of a test file. All are disposed after each test, newest first. */
export interface Connections {
  readonly connected: (answer: Answer, requestMs?: number) => Promise<ConnectedTarget>;
  readonly keep: (one: AsyncDisposable) => void;
}

/** Disposes the resources of each test after the test. Call this function at the top of a file. */
export function connections(): Connections {
  const open: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  });
  return {
    connected: async (answer, requestMs) => {
      const one = await connectTarget(answer, requestMs);
      open.push(one);
      return one;
    },
    keep: (one) => void open.push(one),
  };
}
