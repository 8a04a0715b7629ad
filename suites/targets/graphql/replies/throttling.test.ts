import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { indicatesThrottling } from "./throttling.ts";
import type { ThrottlingSigns } from "./throttling.ts";

function coded(code: JsonValue, name = "code"): Partial<ThrottlingSigns> {
  return { errors: [{ message: "no", extensions: { [name]: code } }] };
}

function said(message: string): Partial<ThrottlingSigns> {
  return { errors: [{ message }] };
}

function indicates(signs: Partial<ThrottlingSigns>): boolean {
  return indicatesThrottling({ errors: [], isRead: false, ...signs });
}

it.each<Partial<ThrottlingSigns>>([
  coded("THROTTLED", "kind"),
  coded("RATE_LIMITED"),
  coded("rateLimitExceeded", "reason"),
  coded("TOO_MANY_REQUESTS"),
  coded("SLOW_DOWN"),
  coded("QUOTA_EXCEEDED"),
  coded({ type: "urn:problem:rate-limited" }, "problem"),
  coded(429, "statusCode"),
  coded("429"),
  coded(2, "retryAfter"),
  coded("2", "retry-after-ms"),
  said("Too many requests, please wait"),
  said("API rate limit exceeded for this key"),
  said("slow down, retry in 3 s"),
  said("You have exceeded your quota of requests"),
  said("at most 20 requests per second"),
  { ...said("no"), http: 429 },
  { ...said("busy"), http: 200, retryAfterSeconds: 1 },
  { ...said("busy"), http: 503, retryAfterSeconds: 1, isRead: true },
  { ...said("request was throttled"), http: 503 },
  { texts: ["too many requests"] },
])("recognizes a rate limit by $errors $http $texts", (signs) => {
  expect(indicates(signs)).toBe(true);
});

it.each<Partial<ThrottlingSigns>>([
  coded("FORBIDDEN"),
  coded("LIMIT_EXCEEDED"),
  coded("OUT_OF_RANGE"),
  coded(429, "latest"),
  coded(["at RateLimit (/app/throttling.js)"], "stacktrace"),
  coded("Error: no\n  at throttled (/app/index.js)", "stack"),
  said("take must be at most 10, the limit"),
  said("rateLimit must be positive"),
  said("too many aliases: at most 5"),
  said("the object is in use; retry later"),
  { errors: [{ message: "no", path: ["throttled"] }] },
  { ...said("busy"), http: 503, retryAfterSeconds: 1 },
  { ...said("broken"), http: 500, retryAfterSeconds: 1, isRead: true },
])("recognizes no rate limit in $errors $http", (signs) => {
  expect(indicates(signs)).toBe(false);
});
