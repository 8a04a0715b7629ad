import { isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import { selectedRequirements, conclusionOf, groupFindings, sumOf } from "#verdicts";
import type {
  CaseFinding,
  CaseLine,
  CredentialPlaces,
  RoleSender,
  FooterLine,
  RecordLine,
  VerdictLine,
} from "#verdicts";
import { Evidence, withoutLimits } from "./report-evidence.ts";
import { HtmlSupplementBuilder } from "./supplement-builder.ts";
import type { HeaderLine } from "../record/lines.ts";
import { faultScoreOf } from "./kill-table.ts";
import { reportFormat } from "./report.ts";
import type { RecordDigest, Report, ReportCase } from "./report.ts";
import { requirementOf } from "./report-requirement.ts";
import { settleUnjudged } from "./settle-unjudged.ts";
import { ownCommand } from "../text/shell-command.ts";

export class ReportBuilder {
  readonly #evidence: Evidence;
  readonly #supplement: HtmlSupplementBuilder | undefined;
  readonly #cases: ReportCase[] = [];
  readonly #checks = new Map<string, string>();
  readonly #findings: CaseFinding[] = [];
  readonly #verdicts = new Map<RequirementId, VerdictLine>();
  #header: HeaderLine | undefined;
  #footer: FooterLine | undefined;

  /**
   * `hasPage: false` drops data that only the HTML page shows. `isRecalled` limits the exchanges that are kept in
   * memory during long cases. It requires that the caller reads evicted exchanges from the record again. Defaults to
   * false.
   */
  constructor({
    hasPage = true,
    isRecalled = false,
  }: { readonly hasPage?: boolean; readonly isRecalled?: boolean } = {}) {
    this.#evidence = isRecalled ? new Evidence() : new Evidence(withoutLimits);
    this.#supplement = hasPage ? new HtmlSupplementBuilder() : undefined;
  }

  add(line: RecordLine): void {
    this.#supplement?.add(line);
    switch (line.line) {
      case "header":
        this.#header = line;
        return;
      case "exchange":
      case "watch":
      case "event":
      case "watch-end":
        this.#evidence.add(line);
        return;
      case "fixture":
        return;
      case "case":
        this.#end(line);
        return;
      case "verdict":
        this.#verdicts.set(line.requirement, line);
        return;
      case "footer":
        this.#footer = line;
        return;
    }
  }

  /**
   * Returns the exchanges that findings need but that were evicted during a long case. The caller must provide them
   * with {@link recall}.
   */
  forgotten(): ReadonlySet<number> {
    const header = this.#header;
    return this.#evidence.forgotten(
      header === undefined ? [] : citedIn(this.#requirements(header)),
    );
  }

  /** Processes a line of the record again, if its exchange is in `wanted`. */
  recall(line: RecordLine, wanted: ReadonlySet<number>): void {
    switch (line.line) {
      case "exchange":
      case "watch":
      case "event":
      case "watch-end":
        this.#evidence.recall(line, wanted);
        return;
      case "header":
      case "fixture":
      case "case":
      case "verdict":
      case "footer":
        return;
    }
  }

  /**
   * Builds the report on all lines so far.
   *
   * @throws Error if no header was added.
   */
  build(record?: RecordDigest): Report {
    const header = this.#header;
    if (header === undefined) throw new Error("the record has no header");
    const [requirements, lines] = [this.#requirements(header), this.#lines(header)];
    return {
      ...headOf(header, this.#footer),
      ...baselineOf(header, this.#footer),
      ...(record === undefined ? {} : { record }),
      ...endOf(this.#footer),
      ...conclude(lines, header, this.#footer),
      ...faultScoreOf(header.profile, header.suite.version),
      planned: { requirements: header.planned.requirements, cases: header.planned.cases },
      requirements,
      cases: this.#cases.toSorted((left, right) => (left.case < right.case ? -1 : 1)),
      exchanges: this.#evidence.list(citedIn(requirements)),
      ...(this.#supplement === undefined ? {} : { supplement: this.#supplement.build() }),
    };
  }

  #end(line: CaseLine): void {
    const { case: name, check, attempt, startedMs, endedMs, problem } = line;
    const attemptOfCase = attempt === undefined ? {} : { attempt };
    const ending = problem === undefined ? {} : { problem };
    this.#cases.push({ case: name, check, ...attemptOfCase, startedMs, endedMs, ...ending });
    this.#checks.set(name, check);
    this.#findings.push(...line.findings);
    this.#evidence.settle(line);
  }

  #requirements(header: HeaderLine): Report["requirements"] {
    const findings = groupFindings(this.#findings);
    return this.#lines(header).map((line) =>
      requirementOf(line, header, findings.get(line.requirement)),
    );
  }

  #lines(header: HeaderLine): readonly VerdictLine[] {
    const unjudged = { findings: this.#findings, checks: this.#checks };
    return selectedRequirements(header).map(
      ({ requirement, level }) =>
        this.#verdicts.get(requirement) ?? settleUnjudged(requirement, level, unjudged),
    );
  }
}

function citedIn(requirements: Report["requirements"]): readonly number[] {
  return requirements.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence));
}

/**
 * Builds the report on a complete or truncated record.
 *
 * @throws Error if the record has no header.
 */
export function buildReport(lines: Iterable<RecordLine>): Report {
  const builder = new ReportBuilder();
  for (const line of lines) builder.add(line);
  return builder.build();
}

type TargetSemantics = NonNullable<HeaderLine["target"]["semantics"]>;

function sorted(semantics: TargetSemantics): TargetSemantics {
  const names = Object.entries(semantics).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { ...semantics, ...Object.fromEntries(names) };
}

type FeaturesByHand = NonNullable<HeaderLine["target"]["byHand"]>;

/** Copies each property, so that the order of the properties in the record does not affect the report. */
function headOf(
  header: HeaderLine,
  footer: FooterLine | undefined,
): Pick<Report, "format" | "target" | Exclude<keyof HeaderLine & keyof Report, "planned">> {
  const { endpoint, protocol, dialect, features, identities, kinds, ...rest } = header.target;
  const remarks = [...(rest.remarks ?? []), ...(footer?.remarks ?? [])];
  return {
    format: reportFormat,
    suite: { name: header.suite.name, version: header.suite.version },
    run: header.run,
    profile: header.profile,
    ...(header.revision === undefined ? {} : { revision: header.revision }),
    contract: header.contract,
    startedAt: header.startedAt,
    target: {
      endpoint,
      protocol,
      dialect,
      features,
      ...(rest.undeclared === undefined ? {} : { undeclared: rest.undeclared }),
      ...(remarks.length === 0 ? {} : { remarks }),
      ...(rest.byHand === undefined ? {} : { byHand: byHandOf(rest.byHand) }),
      identities,
      ...(rest.credentials === undefined ? {} : { credentials: placesOf(rest.credentials) }),
      kinds: kinds.map(({ name, statusWrites, words }) => ({
        name,
        statusWrites,
        ...(words === undefined ? {} : { words }),
      })),
      ...(rest.semantics === undefined ? {} : { semantics: sorted(rest.semantics) }),
      ...(rest.schema === undefined ? {} : { schema: rest.schema }),
    },
    seed: header.seed,
    concurrency: header.concurrency,
    only: header.only,
    skip: header.skip,
    command: ownCommand(header.command),
    ...(header.shard === undefined ? {} : { shard: shardOf(header.shard) }),
  };
}

function sendersOf(senders: Readonly<Record<string, RoleSender>>): Record<string, RoleSender> {
  const copied = Object.entries(senders).map(([role, sender]) => [role, senderOf(sender)] as const);
  return Object.fromEntries(copied);
}

function senderOf({ credentialOf, certificateOf, headers }: RoleSender): RoleSender {
  return {
    ...(credentialOf === undefined ? {} : { credentialOf }),
    ...(certificateOf === undefined ? {} : { certificateOf }),
    ...(headers && { headers }),
  };
}

/** Copies only known properties. */
function placesOf(places: CredentialPlaces): CredentialPlaces {
  const { http, isInArguments, socket, headers, roles, senders } = places;
  return {
    http: { header: http.header, format: http.format },
    ...(isInArguments && { isInArguments }),
    ...(socket && { socket: { place: socket.place, name: socket.name, format: socket.format } }),
    ...(headers && { headers }),
    ...(roles && { roles }),
    ...(senders && { senders: sendersOf(senders) }),
  };
}

function shardOf({ index, count, cases }: NonNullable<HeaderLine["shard"]>): Report["shard"] & {} {
  return { index, count, cases };
}

function baselineOf(
  { baseline }: HeaderLine,
  footer: FooterLine | undefined,
): Pick<Report, "baseline"> {
  if (baseline === undefined) return {};
  const problems = (footer?.baselineProblems ?? []).map(({ problem, requirement, message }) => ({
    problem,
    requirement,
    message,
  }));
  const { failures, skips = [] } = baseline;
  return { baseline: { failures: failures.length, skips: skips.length, problems } };
}

function byHandOf({ declared, withdrawn }: FeaturesByHand): FeaturesByHand {
  return { declared, withdrawn };
}

function endOf(
  footer: FooterLine | undefined,
): Pick<
  Report,
  "endedAt" | "durationMs" | "complete" | "enough" | "interrupted" | "exchangeCount" | "leftBehind"
> {
  if (footer === undefined) return { complete: false, interrupted: false };
  const { endedAt, durationMs, interrupted, enough, exchanges, leftBehind } = footer;
  return {
    endedAt,
    durationMs,
    complete: true,
    interrupted,
    ...(enough === undefined ? {} : { enough }),
    exchangeCount: exchanges,
    leftBehind,
  };
}

function conclude(
  lines: readonly VerdictLine[],
  { extensions = [] }: HeaderLine,
  footer: FooterLine | undefined,
): Pick<Report, "partial" | "conclusion" | "profileConclusion" | "sums"> {
  const own = lines.filter(({ requirement }) => isRequirementId(requirement));
  return {
    partial: own.some(({ level, verdict }) => level === "MUST" && verdict === "excluded"),
    conclusion: concludeFrom(lines, footer),
    ...(extensions.length === 0 ? {} : { profileConclusion: concludeFrom(own, footer) }),
    sums: sumOf(lines),
  };
}

function concludeFrom(
  lines: readonly VerdictLine[],
  footer: FooterLine | undefined,
): Report["conclusion"] {
  const isRed = (footer?.baselineProblems ?? []).length > 0;
  const conclusion = isRed ? "violations" : conclusionOf(lines);
  // A run that stopped early is not conformant, because its verdicts lack the cases that never ran.
  const isWhole = footer?.interrupted === false;
  return conclusion === "conformant" && !isWhole ? "inconclusive" : conclusion;
}
