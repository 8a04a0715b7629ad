import type { JsonValue } from "#contract";
import {
  cursorAfter,
  restAfter,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type { StoredObject } from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type { Stranger } from "./stranger.ts";
import type { KindWords } from "./domain-words.ts";

type Arguments = Readonly<Record<string, JsonValue>>;

export interface Listing {
  readonly stored: readonly StoredObject[];
  readonly asked: Arguments;
  readonly version: number | string;
  readonly shown: (object: StoredObject) => object;
}

export function listed(stranger: Stranger, kind: KindWords, listing: Listing): object {
  const list = listIn(stranger, kind, listing);
  const { forms, habits } = stranger;
  if (forms.list === "plain") return list;
  switch (habits.asks) {
    case "bare":
      return list;
    case "union":
      return { __typename: listType(stranger, kind), ...list };
    case "wrapped":
      return { found: list };
  }
}

export function listType({ forms }: Stranger, { kind }: KindWords): string {
  return `${kind}${forms.list === "connection" ? "Connection" : "List"}`;
}

function listIn(
  { forms, habits, names }: Stranger,
  kind: KindWords,
  { stored, asked, version, shown }: Listing,
): object {
  const { first, after } = asked;
  const sliced = habits.paging === "offset" ? sliceOf(stored, asked) : stored;
  const all = sheetOf(sliced, asked, habits.sheets);
  if (forms.list === "plain") return all.map(shown);
  if (forms.list === "wrapped") {
    return { [names.version]: version, ...pageOf(all, { asked, habits, kind, shown }) };
  }
  const rest = restAfter(all, typeof after === "string" ? after : undefined);
  const page = rest.slice(0, typeof first === "number" ? first : 50);
  return {
    edges: page.map((one) => ({ cursor: String(one.serial), node: shown(one) })),
    pageInfo: { hasNextPage: page.length < rest.length, endCursor: cursorAfter(page) },
  };
}

function pageOf(
  all: readonly StoredObject[],
  {
    asked: { pageToken, size },
    habits,
    kind,
    shown,
  }: Pick<Listing, "asked" | "shown"> & Pick<Stranger, "habits"> & { readonly kind: KindWords },
): object {
  const name = `all${kind.kind}`;
  if (habits.sheets === "mark") return { [name]: all.map(shown), tail: cursorAfter(all) };
  if (habits.pages === "none") return { [name]: all.map(shown) };
  const rest = restAfter(all, typeof pageToken === "string" ? pageToken : undefined);
  const page = rest.slice(0, typeof size === "number" ? size : 20);
  const nextPageToken = page.length < rest.length ? cursorAfter(page) : null;
  return { [name]: page.map(shown), nextPageToken };
}

function sliceOf<Item>(all: readonly Item[], { offset, limit }: Arguments): readonly Item[] {
  const start = typeof offset === "number" ? offset : 0;
  return all.slice(start, start + (typeof limit === "number" ? limit : 50));
}

function sheetOf(
  all: readonly StoredObject[],
  { sheet, rows, behind, upto }: Arguments,
  sheets: Stranger["habits"]["sheets"],
): readonly StoredObject[] {
  if (sheets === "none") return all;
  const size = typeof rows === "number" ? rows : 20;
  const rest = restAfter(all, typeof upto === "string" ? upto : undefined);
  const skipped = typeof sheet === "number" ? (sheet - 1) * size : behind;
  const start = typeof skipped === "number" ? skipped : 0;
  return rest.slice(start, start + size);
}
