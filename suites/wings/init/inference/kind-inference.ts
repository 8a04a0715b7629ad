import type { KindSamples } from "#targets";
import type { Hook } from "#targets/graphql";
import type { KindType } from "./kind-types.ts";
import type { Notebook } from "./notebook.ts";
import type { Surface } from "./surface.ts";

/** What is known of a kind beside the schema. */
export interface KindWishes {
  readonly namespaces: readonly string[];
  /** The name of the kind in generic operations. Defaults to its name, or a value of an enumeration. */
  readonly literal?: string;
  readonly samples?: Partial<KindSamples>;
  /** What brings, changes and takes away objects where no mutation does. */
  readonly hook?: Hook;
}

/** A kind that is to be described. */
export interface KindInference {
  readonly kind: KindType;
  readonly surface: Surface;
  readonly wishes: KindWishes;
  readonly notes: Notebook;
}
