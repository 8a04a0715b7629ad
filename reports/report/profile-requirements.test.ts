import { describe, expect, it } from "vitest";
import type { ExtensionRequirement, Level } from "#contract";
import { sumOf } from "#verdicts";
import type { RecordLine, VerdictLine } from "#verdicts";
import { renderBadge } from "../formats/badge.ts";
import { renderConformanceReport } from "../formats/conformance-report.ts";
import { renderJson } from "./render-json.ts";
import { extensionRequirements, withoutExtensions } from "./profile-requirements.ts";
import { readRecord } from "../record/record-reader.ts";
import { buildReport } from "./report-builder.ts";
import { allVerdicts, footerLine, headerLine, verdictLine } from "../testing/record-lines.ts";
import { jsonValidator } from "../testing/validators.ts";
import { verdictSentence } from "./verdict-sentence.ts";

const rule = (id: ExtensionRequirement["id"], level: Level): ExtensionRequirement => ({
  id,
  level,
  statement: "A conflict names the object.",
  reason: "Without it nobody knows which one.",
  sources: [{ title: "House rules", at: "section 4" }],
});

const extensions = [rule("x-acme.names-object", "MUST"), rule("x-acme.is-short", "SHOULD")];

/** Creates a run with two requirements of an extension. The given verdict is that of the first one. */
function recorded(own: VerdictLine["verdict"], over: readonly VerdictLine[] = []): RecordLine[] {
  const verdicts = [
    ...allVerdicts(over),
    verdictLine("x-acme.names-object", { level: "MUST", verdict: own }),
    verdictLine("x-acme.is-short", { level: "SHOULD" }),
  ];
  return [headerLine({ extensions }), ...verdicts, footerLine(verdicts)];
}

describe("a requirement of an extension", () => {
  it("fails a run, without a failure of the profile", () => {
    const report = buildReport(recorded("fail"));

    expect(report.conclusion).toBe("violations");
    expect(report.profileConclusion).toBe("conformant");
    expect(verdictSentence(report)).toMatch(
      /^Conformant to graphql-status\/v1: .* Of 2 requirements from extensions, 1 holds, 1 MUST is broken\.$/u,
    );
    expect(renderBadge(report)).toContain('"conformant"');
    expect(renderConformanceReport(report)).toMatch(
      /core:\n +result: success[^]*\nextensions:\n +result: failure[^]*- x-acme\.names-object/u,
    );
  });

  it("does not repair a broken profile", () => {
    const broken = verdictLine("watch.ordered", { verdict: "fail" });
    const report = buildReport(recorded("pass", [broken]));

    expect(report.profileConclusion).toBe("violations");
    expect(verdictSentence(report)).toBe(
      "Not conformant to graphql-status/v1: 1 MUST is broken. Of 2 requirements from extensions, 2 hold.",
    );
  });

  it("is in the report with its own text, after the profile", async () => {
    const report = buildReport(recorded("fail"));
    const [first, second] = report.requirements.slice(-2);

    expect(first).toMatchObject({
      requirement: "x-acme.names-object",
      area: "x-acme",
      isExtension: true,
      why: "Without it nobody knows which one.",
      sources: [{ source: "x-acme", title: "House rules", at: "section 4" }],
    });
    expect(extensionRequirements(report)).toEqual([first, second]);
    expect(withoutExtensions(report).sums).toEqual(sumOf(report.requirements.slice(0, -2)));
    expect(jsonValidator("schema/report.schema.json")(JSON.parse(renderJson(report)))).toEqual([]);
    const texts = recorded("fail").map((line) => JSON.stringify(line));
    const read: RecordLine[] = [];
    for await (const line of readRecord(texts)) read.push(line);
    expect(buildReport(read)).toEqual(report);
  });

  it("is empty without an extension", () => {
    const verdicts = allVerdicts([]);
    const report = buildReport([headerLine(), ...verdicts, footerLine(verdicts)]);

    expect(withoutExtensions(report)).toBe(report);
    expect(report).not.toHaveProperty("profileConclusion");
    expect(verdictSentence(report)).not.toContain("extension");
  });

  it("cannot be judged by a record that does not contain it", () => {
    const [, ...lines] = recorded("fail");

    expect(buildReport([headerLine(), ...lines]).requirements).toHaveLength(allVerdicts([]).length);
  });
});
