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

it("takes the exchange whose outcome the finding has", () => {
  const read = call(1, { outcome: "version 12" });
  const written = call(2, { outcome: "accepted, version 12" });
  const control = call(3, { outcome: "accepted, version 12" });
  const finding = { expected: "refused", actual: "accepted, version 12" };
  expect(decidingExchange(finding, [read, written, control])).toBe(written);
});

it("takes what was done before a read with that outcome", () => {
  const read = call(1, { verb: "read", outcome: "accepted" });
  const written = call(2, { verb: "updateStatus", outcome: "accepted" });
  expect(decidingExchange({ expected: "", actual: "accepted" }, [read, written])).toBe(written);
});

it("takes the one by the role that the finding names where a permitted role got the same", () => {
  const list = "a list of 1 object";
  const denied = call(1, { identity: "stranger", outcome: list });
  const control = call(2, { identity: "author", outcome: list });
  const finding = { expected: "forbidden, because stranger has no permission", actual: list };
  expect(decidingExchange(finding, [denied, control])).toBe(denied);
});

it("takes the request of a role that is not named, too, before its control", () => {
  const denied = call(1, { identity: "anonymous", outcome: "a list of 0 objects" });
  const control = call(2, { identity: "reader", outcome: "a list of 0 objects" });
  const finding = { expected: "unauthenticated", actual: "a list of 0 objects" };
  expect(decidingExchange(finding, [denied, control])).toBe(denied);
});

it("takes the last where nothing tells them apart", () => {
  const both = [call(1, {}), call(2, {})];
  expect(decidingExchange({ expected: "no event", actual: "an event" }, both)).toBe(both[1]);
});
