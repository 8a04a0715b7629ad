import { describe, expect, test } from "vitest";
import type { RecordLine } from "#runner";
import { failingRecord } from "../testing/failing-record.ts";
import { exchangeLine, footerLine, headerLine, verdictLine } from "../testing/record-lines.ts";
import { readRecord, RecordUnreadable } from "./record-reader.ts";

async function read(texts: Iterable<string>): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for await (const line of readRecord(texts)) lines.push(line);
  return lines;
}

function textsOf(lines: readonly unknown[]): readonly string[] {
  return lines.map((line) => JSON.stringify(line));
}

const every: readonly RecordLine[] = [
  ...failingRecord().slice(0, -1),
  {
    line: "fixture",
    event: "creating",
    key: { kind: "Service", namespace: "default", name: "web" },
  },
  ...failingRecord().slice(-1),
];

describe("a record", () => {
  test("is read back as it was written", async () => {
    expect(await read(textsOf(every))).toEqual(every);
  });

  test("may come from an asynchronous source and have empty lines", async () => {
    async function* source(): AsyncGenerator<string> {
      for (const text of textsOf(every)) yield* [text, ""];
    }
    const lines: RecordLine[] = [];
    for await (const line of readRecord(source())) lines.push(line);

    expect(lines).toEqual(every);
  });

  test("without a footer is read as far as it goes", async () => {
    const texts = textsOf(every.slice(0, -1));

    expect(await read(texts)).toEqual(every.slice(0, -1));
  });

  test("whose last line was cut off is read up to there", async () => {
    const texts = textsOf(every);
    const cut = [...texts.slice(0, -1), texts.at(-1)?.slice(0, 40) ?? ""];

    expect(await read(cut)).toEqual(every.slice(0, -1));
  });

  test("of a later suite may have further members", async () => {
    const header = { ...headerLine(), weather: "fine" };

    expect(await read(textsOf([header]))).toEqual([header]);
  });
});

const header = headerLine();
const exchange = exchangeLine(1);

interface Refusal {
  readonly name: string;
  readonly texts: readonly string[];
}

const refusals: readonly Refusal[] = [
  { name: "an empty text", texts: [] },
  { name: "a text that is no JSON", texts: ["<html>", "</html>"] },
  { name: "one line that is no JSON", texts: ["<html>"] },
  { name: "damage in the middle", texts: [...textsOf([header]), "{", ...textsOf([header])] },
  { name: "another format", texts: textsOf([{ line: "header", format: 2, seeds: [1] }]) },
  { name: "no format", texts: textsOf([{ line: "header" }]) },
  { name: "a list", texts: textsOf([[]]) },
  { name: "an unknown line", texts: textsOf([{ line: "weather" }]) },
  { name: "a line named like a method", texts: textsOf([{ line: "toString" }]) },
  { name: "no header", texts: textsOf([exchange]) },
  { name: "two headers", texts: textsOf([header, header]) },
  {
    name: "two verdicts on one requirement",
    texts: textsOf([header, verdictLine("watch.ordered"), verdictLine("watch.ordered")]),
  },
  { name: "a line behind the footer", texts: textsOf([header, footerLine([]), exchange]) },
  { name: "an unknown profile", texts: textsOf([{ ...header, profile: "other/v1" }]) },
  {
    name: "an unknown requirement",
    texts: textsOf([header, { ...verdictLine("watch.ordered"), requirement: "watch.no-such" }]),
  },
  { name: "a wrong number", texts: textsOf([header, { ...exchange, exchange: "1" }]) },
  {
    name: "a command of an unknown role",
    texts: textsOf([header, { ...exchange, command: { ...exchange.command, identity: "root" } }]),
  },
  {
    name: "an object without a version",
    texts: textsOf([
      header,
      {
        ...exchange,
        outcome: {
          result: "object",
          object: { kind: "Service", metadata: { name: "web", uid: "u-1" } },
        },
      },
    ]),
  },
];

test.each(refusals)("refuses $name", async ({ texts }) => {
  const problem = await read(texts).then(
    () => undefined,
    (error: unknown) => error,
  );

  expect(problem).toBeInstanceOf(RecordUnreadable);
  expect(problem instanceof Error ? problem.message : "").toMatchSnapshot();
});
