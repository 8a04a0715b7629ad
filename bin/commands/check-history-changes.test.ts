import { writeFileSync } from "node:fs";
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
  it("finds what is missing and what is late in the sample, and spares what is delivered again", async () => {
    const { code, out, err } = await call(["check-history", "--from", "debezium", sample]);

    expect(code).toBe(1);
    expect(out).toContain("missing-event on watch shop.public.orders-0 for public.orders/1");
    expect(out).toContain("event-out-of-order on watch shop.public.orders-0 for public.orders/2");
    expect(out).toContain("Illegal: 2 anomalies");
    expect(err).toContain("1 event delivered again");
  });

  it("checks the chosen rows", async () => {
    const words = ["check-history", "--from", "debezium", sample, "--object", "public.orders/2"];
    const { out } = await call(words);

    expect(out).toContain("Illegal: 1 anomaly");
  });
});

describe("check-history --from changes", () => {
  const mapping = {
    type: "type",
    types: { ADDED: "create", MODIFIED: "update", DELETED: "delete" },
    object: ["object.kind", "object.metadata.namespace", "object.metadata.name"],
    version: "object.metadata.resourceVersion",
    versions: "comparable",
  };
  it("reads what kubectl get --watch --output-watch-events prints", async () => {
    const lines = [event("ADDED", 7), event("MODIFIED", 9), event("BOOKMARK", 9)];
    const stream = fileOf("stream.ndjson", lines.join("\n"));
    const late = fileOf("late.ndjson", [...lines, event("MODIFIED", 8)].join("\n"));
    const words = ["check-history", "--from", "changes", "--mapping"];
    const file = fileOf("mapping.json", JSON.stringify(mapping));
    const legal = await call([...words, file, stream]);
    const illegal = await call([...words, file, late]);

    expect(legal.code).toBe(4);
    expect(legal.err).toContain("1 update of 1 came without the state before");
    expect(illegal.code).toBe(1);
    expect(illegal.out).toContain("event-out-of-order on watch the stream for Widget/lab/one");
  });

  it.each([
    { change: { types: { ADDED: "new" } }, error: `"types" must map each type to one of create` },
    { change: { object: [] }, error: `"object" must be the path of a field, or a list` },
    { change: { versions: "growing" }, error: `"versions" must be one of opaque, comparable` },
    { change: { kind: "x" }, error: `"kind" is unknown; known properties: type` },
    { change: { type: 1 }, error: `"type" must be the path of a field` },
  ])("refuses a mapping with $error", async ({ change, error }) => {
    const file = fileOf("wrong.json", JSON.stringify({ ...mapping, ...change }));
    const words = ["check-history", "--from", "changes", "--mapping", file, sample];
    const { code, err } = await call(words);

    expect(code).toBe(2);
    expect(err).toContain(error);
  });

  it("says that a stream without versions and earlier states shows little", async () => {
    const { version: _version, versions: _order, ...poor } = mapping;
    const file = fileOf("poor.json", JSON.stringify(poor));
    const stream = fileOf("poor.ndjson", [event("ADDED", 1), event("ADDED", 2)].join("\n"));
    const words = ["check-history", "--from", "changes", "--mapping", file, stream];
    const { code, err, out } = await call(words);

    expect(code).toBe(1);
    expect(out).toContain("missing-event");
    expect(err).toContain("only creations and deletions that do not fit are visible");
  });
});
