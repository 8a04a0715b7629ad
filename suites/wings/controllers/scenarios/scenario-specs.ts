import type { JsonObject } from "#contract";
import { isAccepted, supports } from "#harness";
import type { ControllerBench, SpecContext } from "./controller-bench.ts";

type Accepted = Promise<readonly JsonObject[]>;

/** Finds for each kind the first contrast to its samples that the target accepts in a dry run. */
export class AcceptedContrasts {
  readonly #found = new Map<string, Accepted>();

  /** Resolves with at most one spec. */
  of(context: SpecContext): Accepted {
    const { name } = context.kind;
    const known = this.#found.get(name) ?? firstAccepted(context);
    this.#found.set(name, known);
    known.catch(() => this.#found.delete(name));
    return known;
  }
}

async function firstAccepted(context: SpecContext): Accepted {
  if (!supports(context, "dry-run")) return [];
  for (const spec of context.kind.samples.contrasts ?? []) {
    const step = await context.call({
      verb: "create",
      identity: "author",
      key: context.unusedKey(),
      spec,
      options: { dryRun: true },
    });
    if (isAccepted(step)) return [spec];
  }
  return [];
}

/** Resolves with the specs that scenarios use: the user's, or the samples and an accepted contrast to them. */
export async function specsFor(
  context: SpecContext,
  { specs, contrasts }: Pick<ControllerBench, "contrasts" | "specs">,
): Promise<readonly JsonObject[]> {
  const { name, samples } = context.kind;
  return specs?.[name] ?? [...samples.specs, ...((await contrasts?.of(context)) ?? [])];
}
