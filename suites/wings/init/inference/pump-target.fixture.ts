import { contractSemantics } from "#contract";
import type { Command } from "#contract";
import type { Exchange, Target } from "#targets";

/** A target that replies with the given exchanges, without a network and without watches. */
export function pumpTarget(exchangeOf: (command: Command) => Exchange): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "pumps",
      kinds: [],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities: ["author"],
    },
    execute: (command) => Promise.resolve(exchangeOf(command)),
    watch: () => Promise.reject(new Error("no watches here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
