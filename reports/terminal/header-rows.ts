import { features, identities } from "#contract";
import { quoteForShell } from "../repeat-command.ts";
import type { Report } from "../report.ts";
import { emptyRow, labelledRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";

/** What was checked, with what, and what the target does not offer. */
export function headerRows(report: Report): readonly Row[] {
  const { target, profile, suite } = report;
  const entries: readonly (readonly [string, string])[] = [
    ["dialect", `${target.dialect} (${target.protocol})`],
    ["kinds", target.kinds.map(describeKind).join(", ")],
    ["credentials", describeIdentities(report)],
    ["not offered", missingFrom(Object.keys(features), target.features)],
    ["selection", describeSelection(report)],
    ["seed", String(report.seed)],
    ["suite", `${suite.name} ${suite.version}, contract ${report.contract.slice(0, 12)}`],
  ];
  return [
    { spans: [{ text: `${profile} against ${target.endpoint}`, tone: "heading" }] },
    emptyRow,
    ...entries
      .filter(([, text]) => text !== "")
      .map(([label, text]) => labelledRow(label, text, { indent: 2, width: 13 })),
  ];
}

function describeKind({ name, statusWrites }: Report["target"]["kinds"][number]): string {
  return `${name} (${statusWrites.length === 0 ? "no status" : statusWrites.join(", ")})`;
}

function describeIdentities({ target }: Report): string {
  const missing = missingFrom(Object.keys(identities), target.identities);
  const present = target.identities.join(", ");
  return missing === "" ? present : `${present}; none for ${missing}`;
}

function missingFrom(all: readonly string[], present: readonly string[]): string {
  return all.filter((name) => !present.includes(name)).join(", ");
}

function describeSelection({ only, skip }: Report): string {
  return [
    ...only.map((pattern) => `--only ${quoteForShell(pattern)}`),
    ...skip.map((pattern) => `--skip ${quoteForShell(pattern)}`),
  ].join(" ");
}
