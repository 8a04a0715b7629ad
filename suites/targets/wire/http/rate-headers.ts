/** Returns the first value of a header, by its name in lowercase. */
type Headers = (name: string) => string | undefined;

/** Reads `Retry-After`: a number of seconds, or a date on the server's clock. */
export function readRetryAfter(header: Headers): number | undefined {
  const value = header("retry-after");
  if (value === undefined) return undefined;
  if (/^\d+$/u.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(header("date") ?? "")) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** A used-up quota of requests. */
export interface Exhausted {
  /** Time until the quota is renewed, in seconds. Absent if unknown. */
  readonly resetSeconds?: number;
}

const prefixes = ["x-ratelimit", "x-rate-limit", "ratelimit"] as const;

/**
 * Reads whether no request is left in the current period: `X-RateLimit-Remaining: 0`, or the parameters of `RateLimit`.
 * The request itself may have been the last permitted one, so this alone is no sign that it was rejected.
 */
export function readExhausted(header: Headers): Exhausted | undefined {
  const named = (part: string): string | undefined =>
    prefixes.map((prefix) => header(`${prefix}-${part}`)).find((value) => value !== undefined);
  const listed = header("ratelimit") ?? "";
  const remaining = named("remaining") ?? /\b(?:r|remaining)\s*=\s*(\d+)/iu.exec(listed)?.[1];
  if (remaining === undefined || !/^\s*0+\s*$/u.test(remaining)) return undefined;
  const reset = named("reset") ?? /\b(?:t|reset)\s*=\s*(\d+)/iu.exec(listed)?.[1];
  const seconds = reset === undefined ? undefined : untilReset(reset, header("date"));
  return seconds === undefined ? {} : { resetSeconds: seconds };
}

/** Smallest number that is a time in seconds since 1970, rather than a period. */
const earliestTime = 1e9;

/** Smallest number that is a time in milliseconds since 1970. */
const earliestTimeMs = 1e12;

function untilReset(text: string, date: string | undefined): number | undefined {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value < earliestTime) return value;
  const now = Date.parse(date ?? "") / 1000;
  const time = value >= earliestTimeMs ? value / 1000 : value;
  return Number.isNaN(now) ? undefined : Math.max(0, time - now);
}
