import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { operationAnomalies, watchAnomalies } from "./anomaly.ts";
import { checkHistory } from "../verdict/check-history.ts";
import { parseHistory } from "../reading/history-reader.ts";

const folder = new URL("../histories/", import.meta.url);
const files = readdirSync(folder);

function expectedOf(file: string): { readonly verdict: string; readonly type?: string } {
  const name = basename(file, ".ndjson");
  if (name.startsWith("legal-")) return { verdict: "legal" };
  if (name.startsWith("undetermined-")) return { verdict: "undetermined" };
  return { verdict: "illegal", type: name.split(".").at(-1) ?? name };
}

/** The lines of the first anomaly and its alternatives, by file name. */
const answers: Readonly<Record<string, string>> = {
  "bookmark-ahead": "10 4",
  "bookmark-backwards": "11",
  "create-over-existing": "3",
  "cross-incarnation-write": "5",
  "dirty-read": "4 3",
  "double-delete": "4 3",
  "dropped-write": "3",
  "duplicate-apply": "5 3",
  "duplicate-event": "11 4",
  "early-event": "10 4",
  "event-behind-bookmark": "12 7",
  "event-out-of-order": "11 5",
  "event-outside-scope": "12",
  "future-read": "3 4, or future-read 4",
  "joint-refusals.spurious-conflict": "5 3, or spurious-conflict 3",
  "lost-update": "4 3",
  "missing-event": "10 4",
  "non-monotonic-read": "5 4, or future-read 4",
  "non-monotonic-version": "4 3, or dropped-write 3",
  "phantom-event": "13",
  "phantom-incarnation": "3",
  "phantom-precondition": "3",
  "phantom-version": "3",
  "read-after-delete": "5 3",
  "read-your-writes": "4 3, or dropped-write 3",
  "resume-gap": "12 4",
  "resume-replay": "13 4",
  "spurious-conflict": "3",
  "spurious-exists": "2",
  "spurious-not-found": "3",
  "stale-read": "5 3",
  "stale-write-on-successor.cross-incarnation-write": "5",
  "torn-event": "10 4",
  "torn-value": "4 3",
  "uid-reuse": "4",
  "unconditional-write-undone.lost-update": "5 4, or dropped-write 4",
  "undelivered-event": "12 7",
  "version-cycle": "4 3",
  "version-reuse": "4 3",
  "write-after-delete": "5 3",
  "wrong-event-type": "10 4",
};

it.each(files)("%s has the verdict that its name indicates", (file) => {
  const { verdict, anomalies } = checkHistory(
    parseHistory(readFileSync(new URL(file, folder), "utf8")),
  );

  const [first] = anomalies;
  expect({ verdict, ...(first === undefined ? {} : { type: first.type }) }).toEqual(
    expectedOf(file),
  );
  for (const anomaly of anomalies) expect(anomaly.operations.length).toBeGreaterThan(0);
});

it.each(Object.entries(answers))("%s is shown by its lines: %s", (name, answer) => {
  const text = readFileSync(new URL(`${name}.ndjson`, folder), "utf8");
  const [first] = checkHistory(parseHistory(text)).anomalies;
  const alternatives = first?.kind === "object" ? first.alternatives : [];

  expect(
    [
      first?.operations.join(" "),
      ...alternatives.map(({ type, line }) => `or ${type} ${line}`),
    ].join(", "),
  ).toBe(answer);
});

it("reports no shared uid if a stale write changes the successor", () => {
  const name = "stale-write-on-successor.cross-incarnation-write.ndjson";
  const { anomalies } = checkHistory(parseHistory(readFileSync(new URL(name, folder), "utf8")));

  expect(anomalies.map(({ type }) => type)).toEqual(["cross-incarnation-write"]);
});

it("has a history for every anomaly", () => {
  const shown = new Set(files.map((file) => expectedOf(file).type));
  const types = Object.keys({ ...operationAnomalies, ...watchAnomalies });

  expect(types.filter((type) => !shown.has(type))).toEqual([]);
});
