/**
 * How to compare values. `verbatim` compares exactly. `shown` compares by meaning, because the encoder of a server may
 * omit empty values from responses.
 */
export type Comparison = "shown" | "verbatim";

/** Properties that are always compared verbatim, at any depth: tokens, and maps in which `{}` is a value. */
const verbatim: ReadonlySet<string> = new Set(["managedFields", "resourceVersion"]);

/**
 * Whether two values have the same meaning, or are identical if they are compared verbatim. When compared by meaning,
 * RFC 3339 timestamps are equal if they denote the same time at the coarser precision of the two. An absent property,
 * null, and an empty object or list are equal. The order of properties never matters, but the order of list items does.
 */
export function isSameValue(
  expected: unknown,
  actual: unknown,
  comparison: Comparison = "shown",
): boolean {
  if (Object.is(expected, actual)) return true;
  if (typeof expected === "string" && typeof actual === "string") {
    return comparison !== "verbatim" && isSameInstant(expected, actual);
  }
  if (isAbsent(expected) || isAbsent(actual)) return areBothEmpty(expected, actual, comparison);
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return false;
    return expected.every((item, index) => isSameValue(item, actual[index], comparison));
  }
  return isMembers(expected) && isMembers(actual) && areSame(expected, actual, comparison);
}

/**
 * Whether a stored value contains a sent value. The server may have added properties, such as defaults, to objects at
 * any depth. It may not have added list items.
 */
export function containsValue(stored: unknown, sent: unknown): boolean {
  if (Array.isArray(stored) && Array.isArray(sent)) {
    return (
      stored.length === sent.length &&
      sent.every((item, index) => containsValue(stored[index], item))
    );
  }
  if (!isMembers(stored) || !isMembers(sent)) return isSameValue(sent, stored);
  return Object.entries(sent).every(([name, value]) =>
    containsValue(ownMember(stored, name), value),
  );
}

/** Returns how to compare the values of a property, given how its object is compared. */
export function comparisonOf(member: string, comparison: Comparison): Comparison {
  return verbatim.has(member) ? "verbatim" : comparison;
}

/** Whether a value is absent, null, an empty list, or an object without nonempty values. */
export function isEmpty(value: unknown): boolean {
  if (isAbsent(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMembers(value) && Object.values(value).every(isEmpty);
}

/** Whether two strings are RFC 3339 timestamps of the same time, at the coarser precision of the two. */
export function isSameInstant(left: string, right: string): boolean {
  if (left === right) return true;
  const [first, second] = [instantOf(left), instantOf(right)];
  if (first === undefined || second === undefined) return false;
  const [finer, coarser] = first.digits < second.digits ? [second, first] : [first, second];
  const distance = finer.nanoseconds - coarser.nanoseconds;
  if (finer.digits === coarser.digits) return distance === 0n;
  const unit = 10n ** BigInt(finest - coarser.digits);
  // The finer timestamp may have been truncated or rounded up.
  return distance < unit && distance >= -unit / 2n;
}

interface Members {
  readonly [member: string]: unknown;
}

function areSame(expected: Members, actual: Members, comparison: Comparison): boolean {
  const isSameIn = (member: string): boolean => {
    const [left, right] = [ownMember(expected, member), ownMember(actual, member)];
    return isSameValue(left, right, comparisonOf(member, comparison));
  };
  for (const member in expected) if (!isSameIn(member)) return false;
  for (const member in actual) {
    if (!Object.hasOwn(expected, member) && !isSameIn(member)) return false;
  }
  return true;
}

function areBothEmpty(expected: unknown, actual: unknown, comparison: Comparison): boolean {
  if (comparison === "verbatim") return false;
  return isEmpty(expected) && isEmpty(actual);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Returns the value of an own property. Ignores inherited properties, such as `toString`. */
export function ownMember(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the value at a path of own properties. Undefined if a step is missing or its holder is no object. */
export function memberAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (held, step) => (isMembers(held) ? ownMember(held, step) : undefined),
    value,
  );
}

/** Whether a value is a plain object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Instant {
  readonly nanoseconds: bigint;
  readonly digits: number;
}

/** Maximum precision of a timestamp, in fractional digits. */
const finest = 9;

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/iu;

function instantOf(text: string): Instant | undefined {
  // Few strings are timestamps, so a length check avoids most matches of the pattern.
  if (text.length < 20 || text.length > 40) return undefined;
  const [, time, fraction = "", zone] = instant.exec(text) ?? [];
  const milliseconds = Date.parse(`${time}${zone}`.toUpperCase());
  if (time === undefined || Number.isNaN(milliseconds)) return undefined;
  const nanoseconds = BigInt(fraction.padEnd(finest, "0").slice(0, finest));
  const digits = Math.min(finest, fraction.length);
  return { nanoseconds: BigInt(milliseconds) * 1_000_000n + nanoseconds, digits };
}
