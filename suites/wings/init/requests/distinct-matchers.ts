import { isJsonObject } from "#contract";
import type { OutcomeMatcher } from "#targets/graphql";

/** Serializes a matcher with sorted properties, so that equal matchers have equal keys. */
function matcherKey(matcher: Partial<OutcomeMatcher>): string {
  return JSON.stringify(matcher, (_name, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : value,
  );
}

/** Drops all matchers that equal an earlier one. */
export function distinctMatchers(matchers: readonly OutcomeMatcher[]): readonly OutcomeMatcher[] {
  const distinct = new Map<string, OutcomeMatcher>();
  for (const matcher of matchers) {
    const key = matcherKey(matcher);
    if (!distinct.has(key)) distinct.set(key, matcher);
  }
  return [...distinct.values()];
}
