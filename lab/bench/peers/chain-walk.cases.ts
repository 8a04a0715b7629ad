import { describe, inject, it } from "vitest";
import { walkChain } from "./chain-walk.ts";
import type { Chains } from "./chain-walk.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly chains: Chains;
    readonly isConcurrent: boolean;
  }
}

const chains = inject("chains");
const isConcurrent = inject("isConcurrent");
const names = Array.from(
  { length: chains.count },
  (_, number) => `chain-${isConcurrent}-${number}`,
);

describe("chains of requests", { concurrent: isConcurrent }, () => {
  it.each(names)("%s", async (name) => {
    await walkChain(chains, name);
  });
});
