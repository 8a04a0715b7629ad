import type { JsonObject } from "#contract";
import type { ControllerBench, SpecContext } from "./controller-bench.ts";

/** Resolves with the specs that scenarios use: the user's, or the samples and an accepted contrast to them. */
export async function specsFor(
  context: SpecContext,
  { specs, contrasts }: Pick<ControllerBench, "contrasts" | "specs">,
): Promise<readonly JsonObject[]> {
  const { name, samples } = context.kind;
  return specs?.[name] ?? [...samples.specs, ...((await contrasts?.of(context)) ?? [])];
}
