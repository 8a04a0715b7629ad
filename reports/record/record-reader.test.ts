import { describe, expect, test } from "vitest";
import { resourceVersion } from "#contract";
import type { ManagedFields } from "#contract";
import type { RecordLine } from "#verdicts";
import { failingRecord } from "../testing/failing-record.ts";
import {
  caseLine,
  exchangeLine,
  footerLine,
  headerLine,
  service,
  verdictLine,
  watchLine,
} from "../testing/record-lines.ts";
import { readRecord, RecordUnreadable } from "./record-reader.ts";
import type { ReadOptions } from "./record-reader.ts";

async function read(
  texts: Iterable<string>,
  options: ReadOptions = {},
): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for await (const line of readRecord(texts, options)) lines.push(line);
  return lines;
}

function textsOf(lines: readonly unknown[]): readonly string[] {
  return lines.map((line) => JSON.stringify(line));
}

const key = { kind: "Service", namespace: "default", name: "web" };
const { metadata, ...content } = service("12");
const managed: ManagedFields = {
  manager: "m",
  operation: "Apply",
  subresource: "status",
  fields: { "f:status": {} },
};
const options = { dryRun: true, fieldManager: "m", fieldValidation: "WARN", force: false };

const rare: readonly RecordLine[] = [
  exchangeLine(11, {
    command: {
      verb: "patchStatus",
      identity: "controller",
      key,
      format: "json",
      patch: [{ op: "remove", path: "/status" }],
      options,
    },
    outcome: {
      result: "object",
      object: { ...content, metadata: { ...metadata, managedFields: [managed] } },
      warnings: ["unknown member"],
    },
  }),
  exchangeLine(12, {
    command: { verb: "update", identity: "author", key, finalizers: ["a/b"], options },
  }),
  watchLine(13, {
    command: {
      verb: "watch",
      identity: "reader",
      kind: "Service",
      channel: "events",
      bookmarks: true,
      initialEvents: true,
    },
  }),
  {
    line: "event",
    exchange: 13,
    arrivedMs: 1,
    event: { type: "BOOKMARK", resourceVersion: resourceVersion("9"), initialEventsEnd: true },
  },
  { line: "fixture", event: "not-created", key },
];

const every: readonly RecordLine[] = [
  ...failingRecord().slice(0, -1),
  ...rare,
  {
    line: "fixture",
    event: "creating",
    key,
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

  test("without a footer is read up to its end", async () => {
    const texts = textsOf(every.slice(0, -1));

    expect(await read(texts)).toEqual(every.slice(0, -1));
  });

  test("whose last line was cut off is read up to there", async () => {
    const texts = textsOf(every);
    const cut = [...texts.slice(0, -1), texts.at(-1)?.slice(0, 40) ?? ""];

    expect(await read(cut)).toEqual(every.slice(0, -1));
  });

  test("states the features that were set manually", async () => {
    const { target } = headerLine();
    const byHand = { declared: ["dry-run"], withdrawn: ["watch"] } as const;
    const line = headerLine({ target: { ...target, undeclared: ["finalizers"], byHand } });

    expect(await read(textsOf([line]))).toEqual([line]);
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
  { name: "another format", texts: textsOf([{ line: "header", format: 1, seeds: [1] }]) },
  { name: "no format", texts: textsOf([{ line: "header" }]) },
  { name: "a list", texts: textsOf([[]]) },
  { name: "an unknown line", texts: textsOf([{ line: "weather" }]) },
  { name: "a line named like a method", texts: textsOf([{ line: "toString" }]) },
  {
    name: "an unknown feature by hand",
    texts: textsOf([
      {
        ...header,
        target: { ...header.target, byHand: { declared: ["flight"], withdrawn: [] } },
      },
    ]),
  },
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
    name: "a patch of an unknown format",
    texts: textsOf([
      header,
      { ...exchange, command: { verb: "patchStatus", identity: "author", key, format: "xml" } },
    ]),
  },
  {
    name: "an option that is none",
    texts: textsOf([
      header,
      { ...exchange, command: { ...exchange.command, options: { dryRun: "yes" } } },
    ]),
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

test.each([
  ["restore", { sent: { verb: "updateStatus" }, histories: [[{ op: "read" }]] }],
  ["unresolved", { sent: { $command: 1 }, histories: [[{ op: "read" }]] }],
  ["leave-out", undefined],
] as const)("gives observations as they are wanted: %s", async (observations, expected) => {
  const { case: name } = exchangeLine(1);
  const observed = { sent: { $command: 1 }, histories: [[{ op: "read" }]] };
  const texts = textsOf([
    headerLine(),
    exchangeLine(1),
    { ...caseLine(name, []), observations: observed },
  ]);

  const lines = await read(texts, { observations });

  const ended = lines.find((line) => line.line === "case");
  if (expected === undefined) expect(ended).not.toHaveProperty("observations");
  else expect(ended?.observations).toMatchObject(expected);
});
