import { counted, suiteCommand } from "#contract";
import { summarizeKinds } from "../report/kind-outcome.ts";
import type { KindOutcome } from "../report/kind-outcome.ts";
import { emptyRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle, Tone } from "../text/row.ts";

export interface KindTableOptions extends TextStyle {
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

/** The column at which names start. The columns before it have the same width in every row. */
const front = Math.max(...Object.keys(tones).map(({ length }) => length)) + 4 * 6 + 2;

const detailIndent = 4;

/** Renders the kinds of a cluster with their outcomes, failures first, followed by a summary. */
export function renderKindTable(kinds: readonly KindOutcome[], options: KindTableOptions): string {
  const shown = kinds.filter(({ outcome }) => !(outcome in untested));
  const order = Object.keys(tones);
  const sorted = shown.toSorted(
    (left, right) => order.indexOf(left.outcome) - order.indexOf(right.outcome),
  );
  const heading = columns("outcome", ["pass", "warn", "open", "s"]);
  const rows: readonly Row[] = [
    { spans: [{ text: `${heading}kind`, tone: "heading" }], isUnbroken: true },
    ...sorted.flatMap((one) => rowsOf(one, options)),
    emptyRow,
    ...untestedRows(kinds),
    ...sharedRows(kinds),
    { spans: [{ text: summaryOf(kinds) }] },
    ...leftBehindRows(kinds, options),
    { spans: [{ text: `The reports for each kind are in ${options.folder}.` }] },
  ];
  return renderRows(rows, options);
}

/** States which kind tested the requirements of the server as a whole, and for how many other kinds. */
function sharedRows(kinds: readonly KindOutcome[]): readonly Row[] {
  const testers = new Set(kinds.flatMap(({ serverTestedOn }) => serverTestedOn ?? []));
  const rows = [...testers].map((tester): Row => {
    const count = kinds.filter(({ serverTestedOn }) => serverTestedOn === tester).length;
    const text = `${tester} also tested the requirements on the server for ${counted(count, "other custom resource")}.`;
    return { spans: [{ text }] };
  });
  return rows.length === 0 ? [] : [...rows, emptyRow];
}

/** Names the command that deletes the remaining objects of each kind. It needs the connection options of the run. */
function leftBehindRows(
  kinds: readonly KindOutcome[],
  { folder }: KindTableOptions,
): readonly Row[] {
  return kinds
    .filter(({ leftBehind }) => leftBehind > 0)
    .flatMap(({ kind, leftBehind }): readonly Row[] => {
      const text = `${suiteCommand} cleanup ${folder}/${kind} --kind ${kind}`;
      return [
        { spans: [{ text: `To delete ${counted(leftBehind, "object")} of ${kind}:` }] },
        { spans: [{ text }], isUnbroken: true, indent: detailIndent },
      ];
    });
}

/** Outcomes whose kinds are only listed by name, because there may be many. */
const untested: Readonly<Partial<Record<KindOutcome["outcome"], string>>> = {
  "not-reached": "Not reached because",
  skipped: "Skipped,",
};

function untestedRows(kinds: readonly KindOutcome[]): readonly Row[] {
  const rows = Object.entries(untested).flatMap(([wanted, heading]) => {
    const listed = kinds.filter(({ outcome }) => outcome === wanted);
    const reasons = new Set(listed.map(({ reason = "" }) => reason));
    return [...reasons].map((why): Row => {
      const names = listed.filter(({ reason = "" }) => reason === why).map(({ kind }) => kind);
      return { spans: [{ text: `${heading} ${why}: ${names.join(", ")}.` }] };
    });
  });
  return rows.length === 0 ? [] : [...rows, emptyRow];
}

function columns(first: string, others: readonly string[]): string {
  const numbers = others.map((text) => text.padStart(6)).join("");
  return `${first}${numbers.padStart(front - 2 - first.length)}  `;
}

/** Renders the outcome of a kind, followed by its errors. A name that is wider than its column gets its own line. */
function rowsOf(one: KindOutcome, { width }: KindTableOptions): readonly Row[] {
  const { kind, outcome, seconds, sums, broken, open, reason, withoutStatus } = one;
  const undecided = (sums.inconclusive ?? 0) + (sums.untestable ?? 0) + (sums.errored ?? 0);
  const counts =
    reason === undefined
      ? [sums.pass ?? 0, sums.warn ?? 0, undecided, seconds].map(String)
      : ["", "", "", ""];
  const isLong = front + kind.length > width;
  const numbers = columns(outcome, counts).slice(outcome.length);
  const name = { text: kind };
  const head = [
    { text: outcome, tone: tones[outcome] },
    { text: numbers },
    ...(isLong ? [] : [name]),
  ];
  // Without a status, most requirements are open for the same reason, which follows.
  const isSummed = withoutStatus !== undefined && open.length > 1;
  const undecidedMusts = isSummed ? [`${counted(open.length, "MUST")} (open)`] : openOf(open);
  const detail = reason ?? [...broken, ...undecidedMusts].join(", ");
  const limit = withoutStatus === undefined ? "" : `only spec writes were tested: ${withoutStatus}`;
  return [
    { spans: head, isUnbroken: true },
    ...(isLong ? [{ spans: [name], isUnbroken: true, indent: detailIndent / 2 }] : []),
    ...[detail, limit].flatMap((text) => (text === "" ? [] : [plainRow(text, detailIndent)])),
  ];
}

function openOf(open: readonly string[]): readonly string[] {
  return open.map((requirement) => `${requirement} (open)`);
}

function summaryOf(kinds: readonly KindOutcome[]): string {
  const { leftBehind, withoutStatus, ...counts } = summarizeKinds(kinds);
  const limited = withoutStatus === 0 ? "" : ` (${withoutStatus} without a tested status)`;
  const parts = [
    [counts.conformant, `conformant${limited}`],
    [counts.broken, "broken"],
    [counts.undecided, "undecided"],
    [counts.errored, "errored"],
    [counts.notRun, "not run"],
    [counts.skipped, "skipped"],
    [counts.notReached, "not reached"],
  ] as const;
  const described = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const behind = leftBehind === 0 ? "Nothing" : counted(leftBehind, "object");
  return `${counted(kinds.length, "kind")}: ${described.join(", ")}. ${behind} left behind.`;
}
