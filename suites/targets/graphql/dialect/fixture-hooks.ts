import type { Verb } from "#contract";

export interface FixtureHooks {
  readonly create?: Hook;
  readonly updateSpec?: Hook;
  readonly delete?: Hook;
  /** Names of existing objects that may be used instead of new ones. */
  readonly preloaded?: readonly string[];
  /** Metadata that hooks store in addition to the spec. None by default. */
  readonly carries?: readonly HookCargo[];
  /** Maximum delay until a hook's effect is visible, in milliseconds. Defaults to the timeout for events. */
  readonly settleMs?: number;
}

export type HookCargo = (typeof hookCargo)[number];

export const hookCargo = ["labels", "annotations"] as const;

/** An operation outside the API: a command with JSON input and output, or an HTTP request. */
export type Hook =
  | { readonly kind: "command"; readonly command: readonly string[] }
  | { readonly kind: "http"; readonly url: string; readonly method: string };

export function hookedVerbs({ create, updateSpec, delete: remove }: FixtureHooks): readonly Verb[] {
  return [
    ...(create === undefined ? [] : (["create"] as const)),
    ...(updateSpec === undefined ? [] : (["update"] as const)),
    ...(remove === undefined ? [] : (["delete"] as const)),
  ];
}
