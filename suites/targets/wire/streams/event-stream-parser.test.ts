import { describe, expect, it } from "vitest";
import { EventStreamParser } from "./event-stream-parser.ts";

function parse(...pieces: readonly string[]): readonly object[] {
  const parser = new EventStreamParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

describe("EventStreamParser", () => {
  it.each([
    { what: "an event", text: "event: next\ndata: {}\n\n", events: [["next", "{}"]] },
    { what: "no space after the colon", text: "event:next\ndata:a\n\n", events: [["next", "a"]] },
    { what: "one space alone", text: "data:  a\n\n", events: [["message", " a"]] },
    { what: "several lines of data", text: "data: a\ndata: b\n\n", events: [["message", "a\nb"]] },
    { what: "an event without data", text: "event: complete\n\n", events: [["complete", ""]] },
    { what: "a field without a colon", text: "data\n\n", events: [["message", ""]] },
    { what: "comments", text: ":\n\n: ping\n\ndata: a\n\n", events: [["message", "a"]] },
    { what: "other fields", text: "id: 1\nretry: 5\ndata: a\n\n", events: [["message", "a"]] },
    { what: "other line ends", text: "data: a\r\n\r\ndata: b\r\r", events: [["message", "a"]] },
    { what: "an event that is not complete", text: "event: next\ndata: a\n", events: [] },
    { what: "empty lines", text: "\n\n\n", events: [] },
    {
      what: "an event after another",
      text: "event: next\ndata: a\n\ndata: b\n\n",
      events: [
        ["next", "a"],
        ["message", "b"],
      ],
    },
  ])("reads $what, in any pieces", ({ text, events }) => {
    const expected = events.map(([name, data]) => ({ name, data }));
    expect(parse(text)).toEqual(expected);
    expect(parse(...Array.from(text))).toEqual(expected);
  });

  it("splits at a line end that arrives in two chunks", () => {
    expect(parse("data: a\r", "\n\r", "\ndata: b\r\n\r\n")).toHaveLength(2);
  });

  it("states how much it retains", () => {
    const parser = new EventStreamParser();
    parser.push("data: 12345\ndata: 67");
    expect(parser.pendingLength).toBe("12345".length + 32 + "data: 67".length);
    parser.push("\n\n");
    expect(parser.pendingLength).toBe(0);
    parser.push("data:\n".repeat(1_000));
    expect(parser.pendingLength).toBe(32_000);
  });
});
