import { describe, expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import type { Report } from "../report/report.ts";
import { describeWords } from "../report/target-words.ts";
import { headerLine, recordOf } from "../testing/record-lines.ts";
import { headerRows } from "./header-rows.ts";

type Kinds = Report["target"]["kinds"];

function rowsAbout(kinds: Kinds): readonly string[] {
  const report = buildReport(
    recordOf([], [], { header: { target: { ...headerLine().target, kinds } } }),
  );
  return headerRows(report).flatMap(({ label, spans }) => {
    const about = label?.text.trim() ?? "";
    const text = spans.map((span) => span.text).join("");
    return about === "kinds" || about === "status" ? [`${about}: ${text}`] : [];
  });
}

const generic = ["updateResourceStatus", "patchResourceStatus.json"];
const service = { name: "Service", statusWrites: ["updateServiceStatus", ...generic] };
const configMap = { name: "ConfigMap", statusWrites: [] };

describe("headerRows", () => {
  it.each([
    { count: 6, shown: /^--only a1 --only a2 .*--only a6$/u },
    { count: 31, shown: /^--only a1 and 30 more patterns$/u },
  ])("select in short by $count patterns", ({ count, shown }) => {
    const only = Array.from({ length: count }, (_, i) => `a${i + 1}`);
    const rows = headerRows(buildReport(recordOf([], [], { header: { only } })), "normal");
    const row = rows.find(({ label }) => label?.text.trim() === "selection");
    expect(row?.spans.map(({ text }) => text).join("")).toMatch(shown);
  });

  it("state where a target has the parts that findings name", () => {
    const status = ["heat", "phase", "alarms", "seen", "at", "by"];
    const vat = { name: "Vat", statusWrites: [], words: { resourceVersion: ["etag"], status } };
    const kiln = { ...vat, name: "Kiln", words: { resourceVersion: ["etag"], status: ["fire"] } };
    const fields = "heat + phase + alarms + seen + 2 more";

    expect(describeWords([vat])).toBe(`resourceVersion is etag, status is ${fields}`);
    expect(describeWords([vat, kiln])).toBe(
      `resourceVersion is etag, status of Vat is ${fields}, status of Kiln is fire`,
    );
    expect(describeWords([vat, service])).toBe(
      `resourceVersion of Vat is etag, status of Vat is ${fields}`,
    );
    expect(describeWords([service])).toBe("");
  });

  it("count the kinds that have the same words as many others", () => {
    const titled = ["Plate", "Proof", "Quote", "Shift"].map((name) => ({
      name,
      statusWrites: [],
      words: { spec: ["title"] },
    }));
    const fast = ["Press", "Dryer"].map((name) => ({
      name,
      statusWrites: [],
      words: { spec: ["speed"] },
    }));

    expect(describeWords([...titled, ...fast])).toBe(
      "spec of Plate and 3 more kinds is title, spec of Press and Dryer is speed",
    );
  });

  it("name once the status mutations that all kinds share", () => {
    const widget = { name: "Widget", statusWrites: generic };
    expect(rowsAbout([service, configMap, widget])).toEqual([
      "kinds: Service (updateServiceStatus), ConfigMap (no status), Widget",
      "status: each kind with a status through updateResourceStatus, patchResourceStatus.json",
    ]);
  });

  it("name them with their kind if nothing is shared", () => {
    const bucket = { name: "Bucket", statusWrites: ["updateBucketStatus"] };
    expect(rowsAbout([service, configMap])).toEqual([
      "kinds: Service (updateServiceStatus, updateResourceStatus, patchResourceStatus.json), ConfigMap (no status)",
    ]);
    expect(rowsAbout([service, bucket])).toEqual([
      "kinds: Service (updateServiceStatus, updateResourceStatus, patchResourceStatus.json), Bucket (updateBucketStatus)",
    ]);
  });
});
