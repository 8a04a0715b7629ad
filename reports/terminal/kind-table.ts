import { counted } from "#contract";
import { summarizeKinds } from "../report/kind-outcome.ts";
import type { KindOutcome } from "../report/kind-outcome.ts";
import { emptyRow, renderRows } from "../text/row.ts";
import type { Row, Span, TextStyle, Tone } from "../text/row.ts";

export interface KindTableOptions extends TextStyle {
  /** The folder that contains one folder per kind. */
  readonly folder: string;
}

const tones: Readonly<Record<KindOutcome["outcome"], Tone>> = {
  broken: "bad",
  errored: "bad",
  undecided: "caution",
  "not-run": "caution",
  "not-reached": "caution",
  skipped: "plain",
  conformant: "good",
};

const outcomeWidth = Math.max(...Object.keys(tones).map(({ length }) => length));

/** Renders the kinds of a cluster with their outcomes, failures first, then a summary. */
export function renderKindTable(kinds: readonly KindOutcome[], options: KindTableOptions): string {
  const shown = kinds.filter(({ outcome }) => outcome !== "skipped");
  const width = Math.max(4, ...shown.map(({ kind }) => kind.length));
  const order = Object.keys(tones);
  const sorted = shown.toSorted(
    (left, right) => order.indexOf(left.outcome) - order.indexOf(right.outcome),
  );
  const rows: readonly Row[] = [
    { spans: [{ text: headOf(width), tone: "heading" }], isUnbroken: true },
    ...sorted.map((one): Row => ({ spans: spansOf(one, width), isUnbroken: true })),
    emptyRow,
    ...skippedRows(kinds),
    { spans: [{ text: summaryOf(kinds) }] },
    { spans: [{ text: `The reports on each kind are in ${options.folder}.` }] },
  ];
  return renderRows(rows, options);
}

function skippedRows(kinds: readonly KindOutcome[]): readonly Row[] {
  const skipped = kinds.filter(({ outcome }) => outcome === "skipped");
  const reasons = new Set(skipped.map(({ reason = "" }) => reason));
  const rows = [...reasons].map((why): Row => {
    const names = skipped.filter(({ reason }) => reason === why).map(({ kind }) => kind);
    return { spans: [{ text: `Skipped, ${why}: ${names.join(", ")}.` }] };
  });
  return rows.length === 0 ? [] : [...rows, emptyRow];
}

function headOf(width: number): string {
  const front = `${"kind".padEnd(width)}  ${"outcome".padEnd(outcomeWidth)}`;
  return `${front}  pass  warn  open     s`;
}

function spansOf(one: KindOutcome, width: number): readonly Span[] {
  const { kind, outcome, seconds, sums, broken, open, reason } = one;
  const undecided = (sums.inconclusive ?? 0) + (sums.untestable ?? 0) + (sums.errored ?? 0);
  const counts = [sums.pass, sums.warn, reason === undefined ? undecided : undefined];
  const numbers = [...counts, reason === undefined ? seconds : undefined]
    .map((count) => String(count ?? "").padStart(6))
    .join("");
  return [
    { text: `${kind.padEnd(width)}  ` },
    { text: outcome.padEnd(outcomeWidth), tone: tones[outcome] },
    { text: `${numbers}  ${reason ?? [...broken, ...openOf(open)].join(", ")}` },
  ];
}

function openOf(open: readonly string[]): readonly string[] {
  return open.map((requirement) => `${requirement} (open)`);
}

function summaryOf(kinds: readonly KindOutcome[]): string {
  const { leftBehind, ...counts } = summarizeKinds(kinds);
  const parts = [
    [counts.conformant, "conformant"],
    [counts.broken, "broken"],
    [counts.undecided, "undecided"],
    [counts.errored, "errored"],
    [counts.notRun, "not run"],
    [counts.skipped, "skipped"],
    [counts.notReached, "not reached"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const behind = leftBehind === 0 ? "Nothing" : counted(leftBehind, "object");
  return `${counted(kinds.length, "kind")}: ${told.join(", ")}. ${behind} left behind.`;
}
