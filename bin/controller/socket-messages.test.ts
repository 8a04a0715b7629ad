import { describe, expect, it } from "vitest";
import { socketUnits } from "./message-reader.ts";
import { isExchange, isSubscription, textFrame } from "./socket-messages.ts";

const started = (payload: object): { readonly type: string; readonly payload: never } =>
  JSON.parse(JSON.stringify({ id: "1", type: "subscribe", payload }));

describe("a message that starts an operation", () => {
  it.each([
    { query: "subscription { changes }", isEndless: true },
    { query: "# no mutation\nsubscription Of($a: ID) { changes(of: $a) }", isEndless: true },
    { query: "fragment F on Change { id } subscription { changes { ...F } }", isEndless: true },
    { query: "{ subscription { id } }", isEndless: false },
    { query: "mutation { renew(subscription: 1) { id } }", isEndless: false },
  ])("is read by its operation, not by its words: $query", ({ query, isEndless }) => {
    expect(isSubscription(started({ query }))).toBe(isEndless);
    expect(isExchange(started({ query }))).toBe(!isEndless);
  });

  it("is read by the operation that it names", () => {
    const query = "query Plans { plans } subscription Changes { changes }";

    expect(isSubscription(started({ query, operationName: "Changes" }))).toBe(true);
    expect(isExchange(started({ query, operationName: "Plans" }))).toBe(true);
  });

  it.each([{ id: "a1b2" }, { query: "mutation {" }])(
    "is neither without a document: %j",
    (payload) => {
      expect([isSubscription(started(payload)), isExchange(started(payload))]).toEqual([
        false,
        false,
      ]);
    },
  );
});

it.each([0, 125, 126, 65_535, 65_536])("a frame holds a text of %d characters", (length) => {
  const message = { text: "a".repeat(length) };
  const mask = Buffer.from([1, 2, 3, 4]);
  const opening = Buffer.from("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  const [, unit] = socketUnits("server")(
    Buffer.concat([opening, textFrame(JSON.stringify(message))]),
  );
  const [masked] = socketUnits("client")(textFrame(JSON.stringify(message), mask));

  expect([unit?.message(), masked?.message()]).toEqual([message, message]);
});
