import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, resourceVersion } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { RecordLine } from "#verdicts";
import {
  caseLine,
  completeLines,
  eventLine,
  exchangeLine,
  headerLine,
  service,
  watchLine,
} from "../testing/record-lines.ts";
import type { EventLine, ExchangeLine } from "./lines.ts";
import { RecordEncoder } from "./record-encoder.ts";
import { readRecord } from "./record-reader.ts";
import type { ReadOptions } from "./record-reader.ts";

const name = exchangeLine(1).case;

function encode(lines: readonly RecordLine[]): string {
  const encoder = new RecordEncoder();
  return lines.map((line) => encoder.encode(line)).join("");
}

async function read(text: string, options?: ReadOptions): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for await (const line of readRecord(text.split("\n"), options)) lines.push(line);
  return lines;
}

function observing(observations: unknown, of = name): RecordLine {
  return { ...caseLine(of, []), observations };
}

/** Creates an exchange whose response contains the object in normal form, apart from null fields. */
function exchangeWithReply(exchange: number, over: Partial<ExchangeLine> = {}): ExchangeLine {
  const { kind, metadata, spec, status } = service("12");
  const object = { kind, metadata: { ...metadata, labels: null }, spec, status };
  const body: unknown = JSON.parse(JSON.stringify({ data: { updateServiceStatus: object } }));
  const reply = { status: 200, body: isJsonObject(body) ? body : null };
  return exchangeLine(exchange, { reply, ...over });
}

function objectOf({ outcome }: ExchangeLine): Resource {
  return outcome.result === "object" ? outcome.object : service("0");
}

function stepOf({ exchange, command, outcome, startedMs, endedMs }: ExchangeLine): object {
  return { exchange, command, outcome, startedMs, endedMs };
}

function seenIn({ event, arrivedMs }: EventLine): object {
  return { ...event, arrivedMs };
}

function count(text: string, wanted: string): number {
  return text.split(wanted).length - 1;
}

describe("a record", () => {
  test("keeps every property of every line", async () => {
    const lines = Object.values(completeLines);

    expect(await read(encode(lines))).toEqual(lines);
  });

  test("has each document once", async () => {
    const lines = [
      headerLine(),
      watchLine(1),
      exchangeWithReply(2),
      exchangeWithReply(3),
      watchLine(4),
    ];
    const text = encode(lines);

    expect(count(text, "mutation UpdateServiceStatus")).toBe(1);
    expect(count(text, "subscription Watch")).toBe(1);
    expect(await read(text)).toEqual(lines);
  });

  test("has an object once, if the response has the normal form", async () => {
    const lines = [headerLine(), exchangeWithReply(1)];
    const text = encode(lines);

    expect(text).toContain('"outcome":{"result":"object","from":["data","updateServiceStatus"]}');
    expect(await read(text)).toEqual(lines);
  });

  test("has an object of a kind that the target calls otherwise once", async () => {
    const object = { ...service("12"), kind: "Widget" };
    const lines = [headerLine(), exchangeWithReply(1, { outcome: { result: "object", object } })];
    const text = encode(lines);

    expect(text).toContain('"from":["data","updateServiceStatus"],"kind":"Widget"');
    expect(await read(text)).toEqual(lines);
  });

  test("has the items of a list once", async () => {
    const items = [service("1"), service("2")];
    const body: unknown = JSON.parse(JSON.stringify({ data: { services: { items } } }));
    const outcome = { result: "list", resourceVersion: resourceVersion("9"), items } as const;
    const reply = { status: 200, body: isJsonObject(body) ? body : null };
    const lines = [headerLine(), exchangeLine(1, { outcome, reply })];
    const text = encode(lines);

    expect(text).toContain('"from":["data","services","items"]');
    expect(await read(text)).toEqual(lines);
  });

  test.each<{ name: string; object: Resource }>([
    { name: "another version", object: service("13") },
    { name: "a member more", object: { ...service("12"), spec: { type: "LoadBalancer", a: 1 } } },
    { name: "a member less", object: { ...service("12"), spec: {} } },
  ])("has an object with $name than the response in full", async ({ object }) => {
    const lines = [headerLine(), exchangeWithReply(1, { outcome: { result: "object", object } })];
    const text = encode(lines);

    expect(text).not.toContain('"from"');
    expect(await read(text)).toEqual(lines);
  });

  test("refers to the exchanges and events that a case observed", async () => {
    const [first, event] = [exchangeWithReply(1), eventLine(7, "12")];
    const observations = {
      step: stepOf(first),
      more: { ...stepOf(first), note: "n" },
      object: objectOf(first),
      events: [seenIn(event), { object: event.event.object }],
    };
    const lines = [headerLine(), watchLine(7), event, first, observing(observations)];
    const text = encode(lines);

    expect(text).toContain(
      '"observations":{"step":{"$step":1},"more":{"exchange":1,"command":{"$command":1},"outcome":{"$outcome":1},',
    );
    expect(text).toContain('"events":[{"$event":1},{"object":{"$eventObject":1}}]');
    expect(await read(text)).toEqual(lines);
  });

  test("refers to no exchange of another case, which is forgotten when that one ends", async () => {
    const first = exchangeWithReply(1);
    const lines = [
      headerLine(),
      first,
      observing({}),
      observing({ step: stepOf(first) }, "area/other#Service"),
    ];
    const text = encode(lines);

    expect(text).not.toContain("$step");
    expect(await read(text)).toEqual(lines);
  });

  test("returns observations that only look like references", async () => {
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        fc.integer(),
        fc.constantFrom("$step", "a"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom("$step", "$value", "$event", "$nothing", "a", "__proto__"),
          tie("value"),
          { maxKeys: 2, noNullPrototype: true },
        ),
      ),
    })).value;
    const property = fc.asyncProperty(json, async (observations) => {
      const [, , line] = await read(
        encode([headerLine(), exchangeWithReply(1), observing(observations)]),
      );

      expect(line?.line === "case" ? line.observations : undefined).toEqual(observations);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test("can be read without the observations", async () => {
    const lines = [headerLine(), exchangeWithReply(1), observing({ a: 1 })];
    const [, , line] = await read(encode(lines), { observations: "leave-out" });

    expect(line).toMatchObject({ line: "case", case: name });
    expect(line).not.toHaveProperty("observations");
  });
});

test.each([
  {
    name: "a document that is not introduced",
    line: { ...exchangeWithReply(1), request: { document: 3 } },
    problem: "line 2 of the record: it refers to document 3 before the document is defined",
  },
  {
    name: "a document without a number",
    line: { line: "document", url: "u", operation: "o" },
    problem: "line 2 of the record: a document requires a number, a URL and an operation",
  },
  {
    name: "a place that the response does not have",
    line: { ...exchangeWithReply(1), outcome: { result: "object", from: ["data", "none"] } },
    problem:
      'line 2 of the record: its outcome refers to ["data","none"], but its response does not contain this value',
  },
  {
    name: "an exchange that the case did not have",
    line: observing({ step: { $step: 9 } }),
    problem: 'line 2 of the record: its observations refer to the missing value {"$step":9}',
  },
  {
    name: "something of no known name",
    line: observing({ step: { $weather: 1 } }),
    problem: 'line 2 of the record: its observations refer to the missing value {"$weather":1}',
  },
])("a record that refers to $name is rejected", async ({ line, problem }) => {
  const text = [headerLine(), line].map((one) => JSON.stringify(one)).join("\n");

  await expect(read(text)).rejects.toThrow(problem);
});
