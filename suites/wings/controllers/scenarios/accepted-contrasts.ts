import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";
import { isAccepted, supports } from "#harness";
import type { SpecContext } from "./controller-bench.ts";
import { namedSpec } from "./named-spec.ts";
import { changesBetween, withChange } from "./spec-changes.ts";

type Accepted = Promise<readonly JsonObject[]>;

/** Maximum number of specs of a kind that are tried. Without dry run, each accepted one is created and deleted. */
const maxTrials = 24;

/**
 * Finds for each kind a spec that the target accepts, and that has as many differences from the samples as possible.
 * Values that the target rejects are dropped.
 */
export class AcceptedContrasts {
  readonly #found = new Map<string, Accepted>();

  /** Resolves with at most one spec. */
  of(context: SpecContext): Accepted {
    const { name } = context.kind;
    const known = this.#found.get(name) ?? largestAccepted(context);
    this.#found.set(name, known);
    known.catch(() => this.#found.delete(name));
    return known;
  }
}

async function largestAccepted(context: SpecContext): Accepted {
  const { specs, contrasts = [] } = context.kind.samples;
  const [base] = specs;
  const [whole] = contrasts;
  if (base === undefined || whole === undefined || !canTry(context)) return [];
  if (await isValid(context, whole)) return [whole];
  let accepted = base;
  let trials = 1;
  const changed = new Set<string>();
  for (const change of contrasts.flatMap((contrast) => changesBetween(base, contrast))) {
    const place = JSON.stringify(change.path);
    const next = withChange(accepted, change);
    if (trials === maxTrials) break;
    if (changed.has(place) || jsonEquals(next, whole)) continue;
    trials += 1;
    if (!(await isValid(context, next))) continue;
    changed.add(place);
    accepted = next;
  }
  return specs.some((spec) => jsonEquals(spec, accepted)) ? [] : [accepted];
}

function canTry(context: SpecContext): boolean {
  return supports(context, "dry-run") || supports(context, "delete");
}

/** Creates an object with the spec: in a dry run if possible, otherwise for a moment. */
async function isValid(context: SpecContext, spec: JsonObject): Promise<boolean> {
  const key = context.unusedKey();
  const isDryRun = supports(context, "dry-run");
  const step = await context.call({
    verb: "create",
    identity: "author",
    key,
    spec: namedSpec(spec, key.name),
    ...(isDryRun ? { options: { dryRun: true } } : {}),
  });
  if (!isAccepted(step)) return false;
  if (!isDryRun) await context.call({ verb: "delete", identity: "author", key });
  return true;
}
