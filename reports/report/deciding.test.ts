import { expect, it } from "vitest";
import { decidingExchange } from "./deciding.ts";
import type { ReportCall } from "./report.ts";

function call(exchange: number, over: Partial<ReportCall>): ReportCall {
  return {
    kind: "call",
    exchange,
    case: "authorization/stranger-cannot-read#Kiln",
    identity: "author",
    verb: "list",
    about: "Kiln",
    outcome: "accepted",
    startedMs: exchange,
    endedMs: exchange + 1,
    ...over,
  };
}

it("selects the exchange with the outcome of the finding", () => {
  const read = call(1, { outcome: "version 12" });
  const written = call(2, { outcome: "accepted, version 12" });
  const control = call(3, { outcome: "accepted, version 12" });
  const finding = { expected: "refused", actual: "accepted, version 12" };
  expect(decidingExchange(finding, [read, written, control])).toBe(written);
});

it("selects the step of a sequence that the finding is about", () => {
  const about = { verb: "updateStatus", about: "Kiln a" } as const;
  const created = call(1, { verb: "create", about: "Kiln a", outcome: "accepted, version 10" });
  const written = call(2, { ...about, outcome: "accepted, version 11" });
  const repeated = call(3, { ...about, outcome: "accepted, version 12" });
  const steps = [created, written, repeated].map((one, index) => {
    return `${index + 1}. #${one.exchange} controller updateStatus Kiln a: ${one.outcome}`;
  });
  const actual = `version 12; after ${steps.join("; ")}`;
  const finding = { expected: "version 11, as before", actual };

  expect(decidingExchange(finding, [created, written, repeated])).toBe(repeated);
});

it("selects the requests before a read with that outcome", () => {
  const read = call(1, { verb: "read", outcome: "accepted" });
  const written = call(2, { verb: "updateStatus", outcome: "accepted" });
  expect(decidingExchange({ expected: "", actual: "accepted" }, [read, written])).toBe(written);
});

it("selects the write with that outcome, not the read that repeats its version", () => {
  const about = { about: "Kiln a", outcome: "accepted, version 12" } as const;
  const written = call(1, { ...about, verb: "update" });
  const read = call(2, { ...about, verb: "read" });
  const later = call(3, { about: "Kiln a", verb: "update", outcome: "accepted, version 13" });
  const finding = { expected: "the label stays", actual: "the update is accepted, version 12" };
  expect(decidingExchange(finding, [written, read, later])).toBe(written);
});

it("selects the one by the role in the finding if a permitted role got the same", () => {
  const list = "a list of 1 object";
  const denied = call(1, { identity: "stranger", outcome: list });
  const control = call(2, { identity: "author", outcome: list });
  const finding = { expected: "forbidden, because stranger has no permission", actual: list };
  expect(decidingExchange(finding, [denied, control])).toBe(denied);
});

it("also selects the request of an unnamed role, before its control", () => {
  const denied = call(1, { identity: "anonymous", outcome: "a list of 0 objects" });
  const control = call(2, { identity: "reader", outcome: "a list of 0 objects" });
  const finding = { expected: "unauthenticated", actual: "a list of 0 objects" };
  expect(decidingExchange(finding, [denied, control])).toBe(denied);
});

it("selects the last one if nothing distinguishes them", () => {
  const both = [call(1, {}), call(2, {})];
  expect(decidingExchange({ expected: "no event", actual: "an event" }, both)).toBe(both[1]);
});

function reply(value: string): NonNullable<ReportCall["reply"]> {
  return { status: 200, body: { data: { kiln: { facts: { phase: value } } } } };
}

it("selects the write whose response has the value in the finding, not its control or a read", () => {
  const created = call(1, { verb: "create", about: "Kiln a", reply: reply("COLD") });
  const read = call(2, { verb: "read", about: "Kiln a", reply: reply("COLD") });
  const control = call(3, { verb: "create", about: "Kiln b", reply: reply("") });
  const finding = { expected: "no status", actual: 'the created object\'s status.phase is "COLD"' };
  expect(decidingExchange(finding, [created, read, control])).toBe(created);
});

it("selects the read that shows a value that a later write had replaced", () => {
  const cold = call(1, { verb: "updateStatus", about: "Kiln a", reply: reply("COLD") });
  const hot = call(2, { verb: "updateStatus", about: "Kiln a", reply: reply("HOT") });
  const stale = call(3, { verb: "read", about: "Kiln a", reply: reply("COLD") });
  const finding = { expected: "as written", actual: 'the read shows status.phase "COLD"' };
  expect(decidingExchange(finding, [cold, hot, stale])).toBe(stale);
});

const watch = {
  kind: "watch",
  exchange: 9,
  case: "watch/deletion-is-deleted#Kiln",
  identity: "controller",
  verb: "watch",
  about: "Kiln in default",
  outcome: "closed by the suite",
  startedMs: 0,
  request: { url: "https://kilns.example/graphql", operation: "subscription { kilns { kind } }" },
  events: [],
  eventCount: 1,
} as const;

it.each([
  ["ADDED 10, MODIFIED 11", 3],
  ["ADDED 10, DELETED 12", 2],
  ["no event", 3],
])("selects the write whose event is missing from %s", (actual, exchange) => {
  const writes = (["create", "updateStatus", "delete"] as const).map((verb, i) =>
    call(i + 1, { verb, about: "Kiln a", outcome: `accepted, version ${10 + i}` }),
  );
  const finding = { expected: "one DELETED event, after all other events", actual };
  expect(decidingExchange(finding, [watch, ...writes])?.exchange).toBe(exchange);
});

it("selects no write before the first event, which can be outside the selector", () => {
  const created = call(1, { verb: "create", about: "Kiln a", outcome: "accepted, version 10" });
  const labelled = call(2, { verb: "update", about: "Kiln a", outcome: "accepted, version 11" });
  const finding = { expected: "ADDED 11, as the first event", actual: "MODIFIED 11" };
  expect(decidingExchange(finding, [watch, created, labelled])).toBe(labelled);
});

it("selects the watch for events that should not be there", () => {
  const rejected = call(1, { verb: "update", about: "Kiln a", outcome: "accepted as a dry run" });
  const finding = { expected: "no event", actual: "MODIFIED 10" };
  expect(decidingExchange(finding, [rejected, watch])).toBe(watch);
});

it("selects no rejected write for a missing event", () => {
  const created = call(1, { verb: "create", about: "Kiln a", outcome: "accepted, version 10" });
  const denied = call(2, { verb: "update", about: "Kiln a", outcome: "rejected as forbidden" });
  const finding = { expected: "one ADDED event", actual: "no event" };
  expect(decidingExchange(finding, [watch, created, denied])).toBe(created);
});
