import type { Level, RequirementId } from "#contract";
import { headlineOf, standingOf, runErrorsOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import { defaults } from "../options/option-defaults.ts";
import { checkOptionNames, endpointOptionNames, runAgainst } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";
import { auditedRequirements } from "./audited.ts";

/** The name of an audit: its level and the requirement in one sentence. */
export type AuditName = `${Level} ${string}`;

/** An audit that the endpoint passed. */
export interface AuditOk {
  readonly id: RequirementId;
  readonly name: AuditName;
  readonly status: "ok";
}

/**
 * An audit that the endpoint did not pass. The status is `error` for a violated or inconclusive MUST or an error of the
 * suite, `warn` for a violated SHOULD, and `notice` otherwise, e.g. if the endpoint lacks the audited feature.
 */
export interface AuditFail {
  readonly id: RequirementId;
  readonly name: AuditName;
  readonly status: "notice" | "warn" | "error";
  readonly reason: string;
  /**
   * The last response on which the verdict is based, with credentials redacted. A response with status 204 if there is
   * none.
   */
  readonly response: Response;
}

/** The result of an audit. */
export type AuditResult = AuditOk | AuditFail;

/** A requirement, in the shape of a graphql-http audit. */
export interface Audit {
  readonly id: RequirementId;
  readonly name: AuditName;
  /** Rejects only if the checks could not run or finish. A failure of the endpoint does not reject. */
  readonly fn: () => Promise<AuditResult>;
}

/**
 * Returns the requirements of a profile and of extensions as graphql-http audits. All audits share one run, which
 * starts with the first audit. `only` and `skip` select requirements, checks and cases; each requirement that the
 * selection can violate has an audit.
 *
 * @throws UsageError for an unknown option, or if there would be no audits.
 */
export function statusAudits(options: EndpointOptions): Audit[] {
  checkOptionNames(options, endpointOptionNames);
  const { profile = defaults.profile } = options;
  let running: Promise<Report> | undefined;
  const report = (): Promise<Report> => (running ??= runAgainst({ ...options, profile }));
  return auditedRequirements(options).map(({ id, level, statement }) => {
    const name: AuditName = `${level} ${statement}`;
    return { id, name, fn: async () => resultOf({ id, name }, await report()) };
  });
}

function resultOf({ id, name }: Pick<AuditOk, "id" | "name">, report: Report): AuditResult {
  const of = report.requirements.find(({ requirement }) => requirement === id);
  if (of === undefined) throw new Error(`the run has no verdict for ${id}`);
  const status = of.verdict === "pass" ? "ok" : statusOf(of);
  const [runError] = runErrorsOf(report);
  // If the run failed, every audit must fail.
  if (status !== "error" && runError !== undefined) throw new Error(runError.message);
  if (status === "ok") return { id, name, status };
  return {
    id,
    name,
    status,
    reason: `${of.verdict}: ${headlineOf(of)}`,
    response: responseFor(of, report),
  };
}

function statusOf(of: ReportRequirement): AuditFail["status"] {
  const standing = standingOf(of);
  if (standing === "failed" || standing === "errored") return "error";
  return standing === "passed" && of.level === "SHOULD" ? "warn" : "notice";
}

function responseFor(of: ReportRequirement, { exchanges }: Report): Response {
  const evidence = new Set(of.findings.flatMap((finding) => finding.evidence));
  const last = exchanges.findLast(
    (exchange) => exchange.kind === "call" && evidence.has(exchange.exchange),
  );
  const reply = last?.kind === "call" ? last.reply : undefined;
  if (reply === undefined) return new Response(null, { status: 204 });
  const { status = 200, body } = reply;
  // A Response accepts only statuses from 200 to 599, some of which do not permit a body.
  const isWhole = status >= 200 && status <= 599 && ![204, 205, 304].includes(status);
  return isWhole ? Response.json(body, { status }) : new Response(null, { status: 204 });
}
