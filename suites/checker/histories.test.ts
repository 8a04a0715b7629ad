import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { operationAnomalies, watchAnomalies } from "./anomaly.ts";
import { checkHistory } from "./check-history.ts";
import { parseHistory } from "./reading/history-reader.ts";

const folder = new URL("histories/", import.meta.url);
const files = readdirSync(folder);

/** `legal-…` and `undetermined-…` say it themselves; else the (last part of the) name is the anomaly. */
function expectedOf(file: string): { readonly verdict: string; readonly type?: string } {
  const name = basename(file, ".ndjson");
  if (name.startsWith("legal-")) return { verdict: "legal" };
  if (name.startsWith("undetermined-")) return { verdict: "undetermined" };
  return { verdict: "illegal", type: name.split(".").at(-1) ?? name };
}

it.each(files)("%s is what its name says", (file) => {
  const { verdict, anomalies } = checkHistory(
    parseHistory(readFileSync(new URL(file, folder), "utf8")),
  );

  const [first] = anomalies;
  expect({ verdict, ...(first === undefined ? {} : { type: first.type }) }).toEqual(
    expectedOf(file),
  );
  for (const anomaly of anomalies) expect(anomaly.operations.length).toBeGreaterThan(0);
});

it("has a history for every anomaly", () => {
  const shown = new Set(files.map((file) => expectedOf(file).type));
  const types = Object.keys({ ...operationAnomalies, ...watchAnomalies });

  expect(types.filter((type) => !shown.has(type))).toEqual([]);
});
