import type { KindSamples } from "#targets";
import type { Hook } from "#targets/graphql";
import type { KindType } from "./kind-types.ts";
import type { Notebook } from "../schema/notebook.ts";
import type { Surface } from "./surface.ts";

export interface KindOptions {
  readonly namespaces: readonly string[];
  /**
   * Name of the kind in generic operations. Defaults to the matching value of the kind enum, otherwise to the kind's
   * name.
   */
  readonly literal?: string;
  readonly samples?: Partial<KindSamples>;
  /** Hooks that create, change and delete objects if no mutation does. */
  readonly hook?: Hook;
}

export interface KindInference {
  readonly kind: KindType;
  readonly surface: Surface;
  readonly kindOptions: KindOptions;
  readonly notes: Notebook;
}
