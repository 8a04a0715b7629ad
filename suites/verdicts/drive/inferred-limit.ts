import type { Refusal } from "#contract";

/** Longest part of a message to quote, in characters. */
const longestQuote = 120;

/** Explains how a dialect maps the rejections of a rate limit that the run recognized only by common words. */
export function describeInferredLimit({ code, message }: Refusal): string {
  const said = JSON.stringify(message.slice(0, longestQuote));
  const about = code === undefined ? said : `${code}: ${said}`;
  const sign = code === undefined ? "a pattern for its message" : `code: ${code}`;
  return `the endpoint rejected requests because of a rate limit that the dialect does not map (${about}); the requests were retried; add an outcome with reason: rateLimited and ${sign} to the dialect`;
}
