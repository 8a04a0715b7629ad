import type { Command } from "#contract";
import type { Target } from "#targets";

/** The effect of a faulty connection: a request never arrives, or a request is executed and its response is lost. */
export type Loss = "request" | "reply";

/** Simulates a connection that loses the selected requests or responses. The server itself is correct. */
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
        outcome: { result: "unknown", cause: "timeout", detail: "the response was lost" },
        ...(request === undefined ? {} : { request }),
      };
    },
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
