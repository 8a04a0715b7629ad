import { counted } from "#contract";
import type { Report } from "./report.ts";

/** Maximum number of fields to list per term, because there may be dozens. */
const maxFields = 4;

/** Maximum number of kinds with unusual names to describe. Others are counted. */
const maxKinds = 3;

/** Describes how the target names the terms in findings: `resourceVersion is changedIn, status is reading`. */
export function describeWords(kinds: Report["target"]["kinds"]): string {
  const parts = new Set(kinds.flatMap(({ words = {} }) => Object.keys(words)));
  return [...parts].map((part) => describePart(part, kinds)).join(", ");
}

function describePart(part: string, kinds: Report["target"]["kinds"]): string {
  const kindsByText = new Map<string, string[]>();
  for (const { name, words } of kinds) {
    const places = new Map(Object.entries(words ?? {})).get(part);
    if (places === undefined) continue;
    const text = listFields(places);
    kindsByText.set(text, [...(kindsByText.get(text) ?? []), name]);
  }
  const all = [...kindsByText];
  const [first] = all;
  if (first?.[1].length === kinds.length) return `${part} is ${first[0]}`;
  const shown = all.slice(0, maxKinds).map(([text, names]) => `of ${listKinds(names)} is ${text}`);
  const more = all.slice(maxKinds).flatMap(([, names]) => names).length;
  const rest = more === 0 ? [] : [`of ${counted(more, "more kind")} differs`];
  return `${part} ${[...shown, ...rest].join(`, ${part} `)}`;
}

function listKinds([first = "", ...others]: readonly string[]): string {
  return others.length < maxKinds
    ? [first, ...others].join(" and ")
    : `${first} and ${counted(others.length, "more kind")}`;
}

function listFields(places: readonly string[]): string {
  const more = places.length - maxFields;
  if (more <= 1) return places.join(" + ");
  return `${places.slice(0, maxFields).join(" + ")} + ${more} more`;
}
