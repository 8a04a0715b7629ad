import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { indicatesThrottling } from "./throttling.ts";
import type { ThrottlingSigns } from "./throttling.ts";

function coded(code: JsonValue, name = "code"): Partial<ThrottlingSigns> {
  return { errors: [{ message: "no", extensions: { [name]: code } }] };
}

function detailed(extensions: JsonObject, message = "no"): Partial<ThrottlingSigns> {
  return { errors: [{ message, extensions }] };
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
  said("rate limit reached, please wait"),
  said("the request was rate-limited"),
  said("Request was throttled. Expected available in 3 seconds."),
  said("slow down, retry in 3 s"),
  said("You have exceeded your quota of requests"),
  detailed({ retryAfter: 1 }, "at most 20 requests per second"),
  detailed({ code: "INTERNAL_SERVER_ERROR", retryAfter: 1 }, "slow down"),
  detailed({ code: "LIMIT_EXCEEDED", retryAfter: 1 }),
  { ...coded("RATE_LIMITED"), http: 500 },
  { ...said("API rate limit exceeded"), http: 403 },
  { ...said("no"), http: 429 },
  { ...said("busy"), http: 200, retryAfterSeconds: 1 },
  { ...said("busy"), http: 503, retryAfterSeconds: 1, isRead: true },
  { ...said("request was throttled"), http: 503, isRead: true },
  { texts: ["too many requests"] },
  { ...said("API rate limit for user 1"), http: 403, exhausted: {} },
  { ...said("API rate limit for user 1"), http: 200, exhausted: {} },
  {
    ...said("You have triggered an abuse detection mechanism"),
    http: 403,
    retryAfterSeconds: 60,
  },
])("recognizes a rate limit by $errors $http $texts", (signs) => {
  expect(indicates(signs)).toBe(true);
});

it.each<Partial<ThrottlingSigns>>([
  coded("FORBIDDEN"),
  { ...said("no permission"), http: 403, exhausted: {} },
  { ...said("no permission"), http: 403, retryAfterSeconds: 1 },
  { ...said("API rate limit for user 1"), http: 403 },
  { ...said("no permission"), http: 200, exhausted: {} },
  coded("LIMIT_EXCEEDED"),
  coded("OUT_OF_RANGE"),
  coded(429, "latest"),
  coded(["at RateLimit (/app/throttling.js)"], "stacktrace"),
  coded("Error: no\n  at throttled (/app/index.js)", "stack"),
  said("take must be at most 10, the limit"),
  said("rateLimit must be positive"),
  said("rate limit must be positive"),
  said("rate limit must not be exceeded"),
  said("rate limiting is not available in this plan"),
  said("'throttled' must be a boolean"),
  said("spec.throttled is not a boolean"),
  said("requests per second must be at least 1"),
  said("at most 20 requests per second"),
  said("slow down below 3"),
  said("you have exceeded your quota of 10 widgets"),
  said("the object is locked, retry in 3 s"),
  coded("spec.rateLimit", "field"),
  coded({ pointer: "/spec/rateLimit" }, "source"),
  coded("STORAGE_QUOTA_EXCEEDED"),
  coded("INVALID_RATE_LIMIT"),
  coded("RATE_LIMIT_REQUIRED"),
  coded("none", "retryInfo"),
  coded(5, "retryInterval"),
  coded(0, "retryAfter"),
  detailed({ code: "STALE", retryAfterMs: 100 }),
  detailed({ code: "STALE" }, "the version is stale, retry after 100 ms"),
  { ...said("busy"), http: 409, retryAfterSeconds: 1 },
  { ...said("busy"), http: 200, retryAfterSeconds: 0 },
  { ...said("upstream failed, retry in 3 s"), http: 500 },
  { ...said("the rate limit is exceeded"), http: 502 },
  said("too many aliases: at most 5"),
  said("the object is in use; retry later"),
  { errors: [{ message: "no", path: ["throttled"] }] },
  { ...said("busy"), http: 503, retryAfterSeconds: 1 },
  { ...said("broken"), http: 500, retryAfterSeconds: 1, isRead: true },
])("recognizes no rate limit in $errors $http", (signs) => {
  expect(indicates(signs)).toBe(false);
});
