import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForAllTests();
const sample = fileURLToPath(
  new URL("../../docs/examples/change-stream/orders.ndjson", import.meta.url),
);

function fileOf(name: string, content: string): string {
  const file = join(folder.path, name);
  writeFileSync(file, content);
  return file;
}

function event(type: string, version: number): string {
  const metadata = { namespace: "lab", name: "one", resourceVersion: String(version) };
  return JSON.stringify({ type, object: { kind: "Widget", metadata } });
}

describe("check-history --from debezium", () => {
  it("finds missing and late events in the sample, and ignores repeated ones", async () => {
    const { code, out, err } = await call(["check-history", "--from", "debezium", sample]);

    expect(code).toBe(1);
    expect(out).toContain("missing-event on watch shop.public.orders-0 for public.orders/1");
    expect(out).toContain("event-out-of-order on watch shop.public.orders-0 for public.orders/2");
    expect(out).toContain("Illegal: 2 anomalies");
    expect(err).toContain("1 event was delivered more than once");
  });

  it("checks the chosen rows", async () => {
    const args = ["check-history", "--from", "debezium", sample, "--object", "public.orders/2"];
    const { out } = await call(args);

    expect(out).toContain("Illegal: 1 anomaly");
  });
});

describe("check-history --from changes", () => {
  const mapping = {
    type: "type",
    types: { ADDED: "present", MODIFIED: "update", DELETED: "delete" },
    object: ["object.kind", "object.metadata.namespace", "object.metadata.name"],
    version: "object.metadata.resourceVersion",
    versions: "comparable",
  };
  it("reads the output of kubectl get --watch --output-watch-events", async () => {
    const lines = [event("ADDED", 7), event("MODIFIED", 9), event("BOOKMARK", 9)];
    const stream = fileOf("stream.ndjson", lines.join("\n"));
    const late = fileOf("late.ndjson", [...lines, event("MODIFIED", 8)].join("\n"));
    const args = ["check-history", "--from", "changes", "--mapping"];
    const file = fileOf("mapping.json", JSON.stringify(mapping));
    const legal = await call([...args, file, stream]);
    const illegal = await call([...args, file, late]);

    expect(legal.code).toBe(4);
    expect(legal.err).toContain("1 update of 1 contained no previous state");
    expect(illegal.code).toBe(1);
    expect(illegal.out).toContain("event-out-of-order on watch the stream for Widget/lab/one");
  });

  it.each([
    { change: { types: { ADDED: "new" } }, error: `"types" must map each type to one of create` },
    { change: { object: [] }, error: `"object" must be the path of a field, or a list of paths` },
    { change: { versions: "growing" }, error: `"versions" must be one of opaque, comparable` },
    { change: { kind: "x" }, error: `"kind" is unknown; known properties: type` },
    { change: { type: 1 }, error: `"type" must be the path of a field` },
  ])("rejects a mapping with $error", async ({ change, error }) => {
    const file = fileOf("wrong.json", JSON.stringify({ ...mapping, ...change }));
    const args = ["check-history", "--from", "changes", "--mapping", file, sample];
    const { code, err } = await call(args);

    expect(code).toBe(2);
    expect(err).toContain(error);
  });

  it("states that a stream without versions and earlier states shows little", async () => {
    const { version: _version, versions: _order, ...poor } = mapping;
    const file = fileOf("poor.json", JSON.stringify(poor));
    const lines = [event("ADDED", 1), event("DELETED", 2), event("MODIFIED", 3)];
    const stream = fileOf("poor.ndjson", lines.join("\n"));
    const args = ["check-history", "--from", "changes", "--mapping", file, stream];
    const { code, err, out } = await call(args);

    expect(code).toBe(1);
    expect(out).toContain("missing-event");
    expect(err).toContain("only contradictory creations and deletions can be found");
  });
});

function recordOf(...histories: readonly unknown[]): string {
  return [
    { line: "header", format: 1 },
    { line: "case", case: "histories/one#Widget", observations: { histories } },
    { line: "case", case: "errors/other#Widget", observations: { histories: "none" } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

describe("check-history --from run", () => {
  const header = { history: 1, versions: "opaque" };
  const write = { op: "cas", object: "a", client: "x", outcome: "ok" };
  const lost = [
    header,
    { initial: "a", version: "1" },
    { ...write, invoke: 1, return: 2, precondition: "1", version: "2" },
    { ...write, invoke: 3, return: 4, precondition: "1", version: "3" },
  ];
  const legal = lost.slice(0, 3);
  const run = ["check-history", "--from", "run"] as const;

  it("checks every history of a run, and names its case", async () => {
    const file = fileOf("run.ndjson", recordOf(legal, lost));
    const { code, out, err } = await call([...run, file]);

    expect(code).toBe(1);
    expect(out).toContain("lost-update on a in histories/one#Widget history 2");
    expect(out).toContain("3 operations");
    expect(err).toContain("ignored lines: 2 (line without a history)");
  });

  it("is inconclusive where a history cannot be read", async () => {
    const file = fileOf("damaged.ndjson", recordOf(legal, [header, { op: "cas" }]));
    const { code, out } = await call([...run, file]);

    expect(code).toBe(4);
    expect(out).toContain("histories/one#Widget history 2");
  });

  it.each([
    { words: ["--object", "a"], text: recordOf(legal), error: "--object does not apply" },
    { words: [], text: recordOf(), error: "no operations to check" },
    { words: [], text: '{"op":"read"}\n', error: "1 (not a line of a record, first in" },
  ])("refuses $error", async ({ words: args, text, error }) => {
    const { code, err } = await call([...run, fileOf("refused.ndjson", text), ...args]);

    expect(code).toBe(2);
    expect(err).toContain(error);
  });
});

describe("check-history --export", () => {
  it("does not overwrite the history", async () => {
    const text = JSON.stringify({ history: 1, versions: "opaque" });
    const history = fileOf("kept.ndjson", text);
    const { code, err } = await call(["check-history", history, "--export", history]);

    expect(code).toBe(2);
    expect(err).toContain(`would overwrite the input ${history}`);
    expect(readFileSync(history, "utf8")).toBe(text);
  });

  it("writes the fields of porcupine's Operation if the file ends with .json", async () => {
    const lines = [
      { history: 1, versions: "opaque" },
      { initial: "a", version: "1" },
      {
        op: "cas",
        object: "a",
        client: "x",
        invoke: 1.5,
        return: 2.5,
        outcome: "ok",
        precondition: "1",
        version: "2",
      },
      { op: "put", object: "a", client: "y", invoke: 2, outcome: "unknown", value: "w" },
      { op: "read", object: "a", client: "x", invoke: 3, return: 4, outcome: "ok", version: "2" },
      { op: "delete", object: "a", client: "x", invoke: 5, return: 6, outcome: "ok" },
    ];
    const history = fileOf(
      "to-export.ndjson",
      lines.map((line) => JSON.stringify(line)).join("\n"),
    );
    const into = join(folder.path, "exported.json");
    const { err } = await call(["check-history", history, "--export", into]);
    const exported: unknown = JSON.parse(readFileSync(into, "utf8"));

    expect(err).toContain("3 operations in porcupine's format; skipped 1 line");
    expect(exported).toEqual({
      initial: { a: "1" },
      operations: [
        {
          ClientId: 0,
          Input: { op: "cas", object: "a", precondition: "1", version: "2" },
          Call: 0,
          Output: { outcome: "ok", version: "2" },
          Return: 2,
        },
        {
          ClientId: 1,
          Input: { op: "write", object: "a", version: "w" },
          Call: 1,
          Output: { outcome: "unknown" },
          Return: 9_007_199_254_740_991,
        },
        {
          ClientId: 0,
          Input: { op: "read", object: "a" },
          Call: 3,
          Output: { outcome: "ok", version: "2" },
          Return: 4,
        },
      ],
    });
  });
});
