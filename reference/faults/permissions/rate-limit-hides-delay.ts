import { defineFault } from "../../store/fault.ts";

/** The limit is told, and how long it lasts is for the client to find out. */
export const rateLimitHidesDelay = defineFault({
  name: "rate-limit-hides-delay",
  summary: "A refusal for too many requests does not tell when to try again.",
  breaks: ["errors.rate-limit-tells-delay"],
  change: (rules) => ({
    report: ({ retryAfterSeconds: _delay, ...refusal }) => rules.report(refusal),
  }),
});
