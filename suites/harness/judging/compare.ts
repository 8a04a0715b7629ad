import { counted } from "#contract";
/** Longer values are cut: the whole of them is in the record. */
const mostCharacters = 160;

/** At most this many differences are told; more would hide the first ones. */
const mostDifferences = 5;

/**
 * Where two pieces of plain data differ, in words: `status.replicas is 3 instead of 2`. Members that
 * are undefined count as absent, the order of members does not count. Empty when they are equal.
 */
export function differencesBetween(expected: unknown, actual: unknown): readonly string[] {
  const found: string[] = [];
  collect({ expected, actual, path: "" }, found);
  return found.length <= mostDifferences
    ? found
    : [...found.slice(0, mostDifferences), `and ${found.length - mostDifferences} more`];
}

/** Tells whether two pieces of plain data are equal, that is whether {@link differencesBetween} finds nothing. */
export function isSame(expected: unknown, actual: unknown): boolean {
  if (Object.is(expected, actual)) return true;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let i = 0; i < length; i += 1) if (!isSame(expected[i], actual[i])) return false;
    return true;
  }
  if (!isMembers(expected) || !isMembers(actual)) return false;
  for (const member in expected) {
    if (!isSame(own(expected, member), own(actual, member))) return false;
  }
  for (const member in actual) {
    if (!Object.hasOwn(expected, member) && own(actual, member) !== undefined) return false;
  }
  return true;
}

/** The differences as one text; `what` stands for the compared thing where the whole of it differs. */
export function describeDifferences(what: string, expected: unknown, actual: unknown): string {
  const found = differencesBetween(expected, actual);
  return found.length === 0 ? `${what} is as expected` : `${what}: ${found.join("; ")}`;
}

interface Pair {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly path: string;
}

function collect(pair: Pair, found: string[]): void {
  const { expected, actual, path } = pair;
  if (Object.is(expected, actual)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let i = 0; i < length; i += 1) {
      collect({ expected: expected[i], actual: actual[i], path: `${path}[${i}]` }, found);
    }
    return;
  }
  if (isMembers(expected) && isMembers(actual)) {
    for (const member of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const inside = path === "" ? member : `${path}.${member}`;
      const pairInside = { expected: own(expected, member), actual: own(actual, member) };
      collect({ ...pairInside, path: inside }, found);
    }
    return;
  }
  found.push(`${path === "" ? "it" : path} is ${show(actual)} instead of ${show(expected)}`);
}

/** Every object has a `toString` and more, but not as a member of its own. */
function own(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  const more = text.length - mostCharacters;
  return more <= 0
    ? text
    : `${text.slice(0, mostCharacters)}… (${counted(more, "more character")})`;
}
