import { expect, it } from "vitest";
import { EventGate } from "./event-gate.ts";

function reading(gate: EventGate): { readonly write: (text: string) => void; seen: string } {
  const stream = gate.stream();
  const reader = { write: (text: string) => void stream.write(text), seen: "" };
  stream.on("data", (chunk: Buffer) => {
    reader.seen += chunk.toString();
  });
  return reader;
}

it("delivers what arrived before a mark, and keeps the rest in order", async () => {
  const gate = new EventGate();
  const [one, two] = [reading(gate), reading(gate)];
  one.write("a");
  await expect.poll(() => one.seen).toBe("a");

  const held = gate.hold();
  one.write("b");
  two.write("B");
  const deliver = held.mark();
  one.write("c");
  two.write("C");
  deliver();

  await expect.poll(() => [one.seen, two.seen]).toEqual(["ab", "B"]);
  one.write("d");
  held[Symbol.dispose]();
  await expect.poll(() => [one.seen, two.seen]).toEqual(["abcd", "BC"]);
});

it("delivers nothing that another holder keeps back", async () => {
  const gate = new EventGate();
  const reader = reading(gate);
  const [first, second] = [gate.hold(), gate.hold()];
  reader.write("a");
  const deliverFirst = first.mark();
  reader.write("b");
  const deliverSecond = second.mark();
  deliverFirst();
  expect(reader.seen).toBe("");
  deliverSecond();

  await expect.poll(() => reader.seen).toBe("a");
  first[Symbol.dispose]();
  await expect.poll(() => reader.seen).toBe("ab");
});
