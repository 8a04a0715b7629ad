import { features, identities, profileLabel } from "#contract";
import type { Verbosity } from "./terminal-options.ts";
import type { Report } from "../report/report.ts";
import { describeWords } from "../report/target-words.ts";
import { describeSelection, selectionPatterns } from "../report/selection.ts";
import { labelledRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";

const always: ReadonlySet<string> = new Set([
  "kinds",
  "words",
  "undeclared",
  "set on the command line",
  "note",
  "selection",
  "seed",
]);

export function headerRows(report: Report, verbosity: Verbosity = "verbose"): readonly Row[] {
  const isWhole = verbosity === "verbose";
  const { target, profile, revision, suite } = report;
  const shared = sharedWrites(target.kinds);
  const entries: readonly (readonly [string, string])[] = [
    ["dialect", `${target.dialect} (${target.protocol})`],
    [
      "kinds",
      target.kinds.map((kind) => (isWhole ? describeKind(kind, shared) : kind.name)).join(", "),
    ],
    ["words", describeWords(target.kinds)],
    ["status", shared.length === 0 ? "" : `each kind with a status through ${shared.join(", ")}`],
    ["credentials", describeIdentities(report)],
    ["not supported", describeMissing(report)],
    ["undeclared", describeUndeclared(report)],
    ["set on the command line", describeByHand(report)],
    ...(target.remarks ?? []).map((sentence) => ["note", sentence] as const),
    ["selection", isWhole ? selectionPatterns(report).join(" ") : describeSelection(report)],
    ["seed", String(report.seed)],
    ["suite", `${suite.name} ${suite.version}, contract ${report.contract.slice(0, 12)}`],
  ];
  return [
    {
      spans: [
        { text: `${profileLabel(profile, revision)} against ${target.endpoint}`, tone: "heading" },
      ],
    },
    ...entries
      .filter(([label, text]) => text !== "" && (isWhole || always.has(label)))
      .map(([label, text]) => labelledRow(label, text, { indent: 2, width: 13 })),
  ];
}

type Kind = Report["target"]["kinds"][number];

/**
 * Returns the status mutations that all kinds with a status share, or an empty list if a shared list would save no
 * space.
 */
function sharedWrites(kinds: readonly Kind[]): readonly string[] {
  const [first, ...others] = kinds.filter(({ statusWrites }) => statusWrites.length > 0);
  if (first === undefined || others.length === 0) return [];
  return first.statusWrites.filter((via) =>
    others.every(({ statusWrites }) => statusWrites.includes(via)),
  );
}

function describeKind({ name, statusWrites }: Kind, shared: readonly string[]): string {
  if (statusWrites.length === 0) return `${name} (no status)`;
  const own = statusWrites.filter((via) => !shared.includes(via));
  return own.length === 0 ? name : `${name} (${own.join(", ")})`;
}

function describeIdentities({ target }: Report): string {
  const missing = missingFrom(Object.keys(identities), target.identities);
  const present = target.identities.join(", ");
  return missing === "" ? present : `${present}; none for ${missing}`;
}

function describeMissing({ target }: Report): string {
  const known = [...target.features, ...(target.undeclared ?? []), ...withdrawnFrom(target)];
  return missingFrom(Object.keys(features), known);
}

/** Describes features that the target appears to support but does not declare, and which are therefore not tested. */
function describeUndeclared({ target }: Report): string {
  const { undeclared = [] } = target;
  const hint =
    "apparently supported but not declared, so not checked (use --feature NAME to declare a feature)";
  return undeclared.length === 0 ? "" : `${undeclared.join(", ")}: ${hint}`;
}

function describeByHand({ target }: Report): string {
  const { declared = [] } = target.byHand ?? {};
  return [
    ...(declared.length === 0 ? [] : [`declared ${declared.join(", ")}`]),
    ...(withdrawnFrom(target).length === 0
      ? []
      : [`withdrawn ${withdrawnFrom(target).join(", ")}`]),
  ].join("; ");
}

function withdrawnFrom({ byHand }: Report["target"]): readonly string[] {
  return byHand?.withdrawn ?? [];
}

function missingFrom(all: readonly string[], present: readonly string[]): string {
  return all.filter((name) => !present.includes(name)).join(", ");
}
