import type { Command } from "#contract";
import type { Target } from "#targets";

/** What becomes of a request on a bad line: it never arrives, or it is carried out and its reply is lost. */
export type Loss = "request" | "reply";

/** A target behind a line that loses what it is told to. Nothing of it is the server's doing. */
export function losingTarget(
  target: Target,
  lossOf: (command: Command) => Loss | undefined,
): Target {
  return {
    ...target,
    description: target.description,
    execute: async (command, signal) => {
      const loss = lossOf(command);
      if (loss === undefined) return target.execute(command, signal);
      const { request } = loss === "request" ? {} : await target.execute(command, signal);
      return {
        outcome: { result: "unknown", cause: "timeout", detail: "the reply was lost" },
        ...(request === undefined ? {} : { request }),
      };
    },
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
