import type { Feature, JsonValue, RequirementId, SourceReference } from "#contract";

export interface FreedomSummary {
  readonly name: string;
  readonly summary: string;
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

export function excusesOf({ excuses = [] }: FreedomSummary): readonly string[] {
  return excuses.map(
    ({ requirement, verdict, because }) => `${requirement} is ${verdict}, because ${because}`,
  );
}

export function freedomSourcesOf({ sources = [] }: FreedomSummary): readonly string[] {
  return sources.map(({ source, at }) => `${source}: ${at}`);
}
