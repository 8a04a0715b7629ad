import type { Verb } from "#contract";

/** How objects come and go that the API does not create, change or delete itself. */
export interface FixtureHooks {
  readonly create?: Hook;
  readonly updateSpec?: Hook;
  readonly delete?: Hook;
  /** Names of objects that are there already and may be used instead of new ones. */
  readonly preloaded?: readonly string[];
  /** What of an object the hooks store beside its spec. Nothing by default. */
  readonly carries?: readonly HookCargo[];
  /** How long after a hook its effect may take to show, in milliseconds. */
  readonly settleMs?: number;
}

/** What hooks may store beside a spec. */
export type HookCargo = (typeof hookCargo)[number];

/** All that hooks may store beside a spec. */
export const hookCargo = ["labels", "annotations"] as const;

/** Something outside of the API: a command that takes and gives JSON, or a request that does. */
export type Hook =
  | { readonly kind: "command"; readonly command: readonly string[] }
  | { readonly kind: "http"; readonly url: string; readonly method: string };

/** The id under which a hook stands among the operations of a kind. It is the usual one. */
export const hookVia = "hook";

/** The verbs that hooks carry out. */
export function hookedVerbs({ create, updateSpec, delete: remove }: FixtureHooks): readonly Verb[] {
  return [
    ...(create === undefined ? [] : (["create"] as const)),
    ...(updateSpec === undefined ? [] : (["update"] as const)),
    ...(remove === undefined ? [] : (["delete"] as const)),
  ];
}
