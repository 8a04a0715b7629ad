import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBase } from "./base.ts";
import { storeBench } from "./stored-bench.ts";

it("reads stored figures, including those that could not be measured", () => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-base-test-"));
  try {
    const file = join(folder, "bench.json");
    const rows = [{ name: "a", values: [1, 2.5, Number.NaN], unit: "ms", atMost: 3 }];
    writeFileSync(file, storeBench({ measured: new Map([["start", rows]]), machine: "a machine" }));
    using base = openBase(file);
    expect(base).toMatchObject({ kind: "stored", machine: "a machine" });
    expect(base.kind === "stored" && base.measured.get("start")).toEqual(rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(["[]", "{", '{ "machine": "m" }'])(
  "names the file that contains no figures: %s",
  (text) => {
    const folder = mkdtempSync(join(tmpdir(), "conformance-base-test-"));
    try {
      const file = join(folder, "other.json");
      writeFileSync(file, text);
      expect(() => openBase(file)).toThrow(`${file} contains no figures`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("names a file or commit that does not exist", () => {
  expect(() => openBase("no-such-file-or-commit")).toThrow(/no-such-file-or-commit/u);
});
