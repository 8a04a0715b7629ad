import { expect, it } from "vitest";
import { readExhausted, readRetryAfter } from "./rate-headers.ts";

const date = "Thu, 01 Jan 2026 00:00:00 GMT";
const now = Date.parse(date) / 1000;

function reading(headers: Readonly<Record<string, string>>): (name: string) => string | undefined {
  return (name) => headers[name];
}

it.each([
  [{}, undefined],
  [{ "x-ratelimit-remaining": "1" }, undefined],
  [{ "x-ratelimit-remaining": "" }, undefined],
  [{ "x-ratelimit-remaining": "0" }, {}],
  [
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 20), date },
    { resetSeconds: 20 },
  ],
  [
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String((now + 20) * 1000), date },
    { resetSeconds: 20 },
  ],
  [
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now - 20), date },
    { resetSeconds: 0 },
  ],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 20) }, {}],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon" }, {}],
  [{ "x-rate-limit-remaining": "0", "x-rate-limit-reset": "7" }, { resetSeconds: 7 }],
  [{ "ratelimit-remaining": "0", "ratelimit-reset": "7" }, { resetSeconds: 7 }],
  [{ ratelimit: "limit=10, remaining=0, reset=7" }, { resetSeconds: 7 }],
  [{ ratelimit: '"default";r=0;t=7' }, { resetSeconds: 7 }],
  [{ ratelimit: '"default";r=3;t=7' }, undefined],
])("reads whether a quota of requests is used up: %j", (headers, expected) => {
  expect(readExhausted(reading(headers))).toEqual(expected);
});

it.each([
  [{}, undefined],
  [{ "retry-after": "3" }, 3],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT", date }, 5],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, undefined],
])("reads the delay before a retry: %j", (headers, expected) => {
  expect(readRetryAfter(reading(headers))).toBe(expected);
});
