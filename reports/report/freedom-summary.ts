import type { Feature, JsonValue, RequirementId, SourceReference } from "#contract";

/** A freedom of the reference, as far as it is listed. */
export interface FreedomSummary {
  readonly name: string;
  readonly summary: string;
  /** Why a conformant server may do so. */
  readonly why: string;
  readonly sources?: readonly SourceReference[];
  readonly withdraws?: readonly Feature[];
  readonly declares?: readonly { readonly at: string; readonly put?: JsonValue }[];
  readonly excuses?: readonly {
    readonly requirement: RequirementId;
    readonly verdict: string;
    readonly because: string;
  }[];
}

/** What a dialect declares of a freedom, one line each. */
export function declarationsOf({
  withdraws = [],
  declares = [],
}: FreedomSummary): readonly string[] {
  return [
    ...withdraws.map((feature) => `not supported: ${feature}`),
    ...declares.map(({ at, put }) =>
      put === undefined ? `without ${at}` : `${at}: ${JSON.stringify(put)}`,
    ),
  ];
}

/** What a freedom leaves without a conclusion, one line each. */
export function excusesOf({ excuses = [] }: FreedomSummary): readonly string[] {
  return excuses.map(
    ({ requirement, verdict, because }) => `${requirement} is ${verdict}, because ${because}`,
  );
}

/** Where a freedom comes from, one line each. */
export function freedomSourcesOf({ sources = [] }: FreedomSummary): readonly string[] {
  return sources.map(({ source, at }) => `${source}: ${at}`);
}
