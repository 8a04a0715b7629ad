import { expect, it } from "vitest";
import type { UnpromptedChange } from "../rules/unprompted-changes.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import { withUnprompted } from "./learned-changes.ts";
import { violationsIn } from "./judge-scenario.ts";

const requirement = "controller.retry-keeps-everything-staged";
const judging = { convergeMs: 60_000 };

/** An object that expires. */
const expires = (): HistoryFixture =>
  new HistoryFixture()
    .controller("started")
    .create({ spec: { ttl: 1 } }, author)
    .report({ observedGeneration: 1, state: "Active" }, driven)
    .report({ observedGeneration: 1, state: "Expired" }, driven);

/** An object that has expired, and expires again before its rejected report is retried. */
const isExpired = (): HistoryFixture =>
  new HistoryFixture()
    .controller("started")
    .create({ spec: { ttl: 0 } }, author)
    .report({ observedGeneration: 1, state: "Expired" }, driven)
    .edit({ ttl: 1 }, author)
    .refuse("conflict", { status: { observedGeneration: 2, state: "Active" } })
    .report({ observedGeneration: 2, state: "Expired" }, driven);

it("uses changes that an earlier scenario with the same kind has shown", () => {
  const bench = { unprompted: new Map<string, readonly UnpromptedChange[]>() };
  const { events } = isExpired();
  const alone = withUnprompted(events, judging, { bench, kind: "Ticket" });
  expect(violationsIn({ events, judging: alone }).has(requirement)).toBe(true);
  withUnprompted(expires().events, judging, { bench, kind: "Ticket" });
  const ofOther = withUnprompted(events, judging, { bench, kind: "Seat" });
  expect(violationsIn({ events, judging: ofOther }).has(requirement)).toBe(true);
  const later = withUnprompted(events, judging, { bench, kind: "Ticket" });
  expect(violationsIn({ events, judging: later }).has(requirement)).toBe(false);
});
