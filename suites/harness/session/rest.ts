import { setTimeout as wait } from "node:timers/promises";
import { restMs } from "#contract";
import type { CheckContext } from "./check.ts";

/** Idles for `restMs`. Objects and watches must be unaffected afterwards. Never rejects. */
export async function rest({ signal }: Pick<CheckContext, "signal">): Promise<void> {
  // The abort is ignored here, because it also ends the case.
  await wait(restMs, undefined, { signal }).catch(() => undefined);
}
