import type { Random } from "#harness";
import type { Target } from "#targets";

/**
 * A target whose replies are lost now and then: one in so many requests is carried out without its reply,
 * and one in as many never arrives. Nothing of it is the server's doing.
 */
export function losingTarget(target: Target, oneIn: number, random: Random): Target {
  return {
    ...target,
    description: target.description,
    execute: async (command, signal) => {
      const isUnsent = random.below(oneIn) === 0;
      if (!isUnsent && random.below(oneIn) > 0) return target.execute(command, signal);
      const { request } = isUnsent ? {} : await target.execute(command, signal);
      return {
        outcome: { result: "unknown", cause: "timeout", detail: "the reply was lost" },
        ...(request === undefined ? {} : { request }),
      };
    },
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
