import type { Level, RequirementId } from "#contract";
import { headlineOf, standingOf, troublesOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import { defaults } from "../options/defaults.ts";
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
 * An audit that the endpoint did not pass. `error`: a MUST is broken or could not be decided. `warn`: a
 * SHOULD is. `notice`: a MAY is, or the endpoint does not offer what the audit is about.
 */
export interface AuditFail {
  readonly id: RequirementId;
  readonly name: AuditName;
  readonly status: "notice" | "warn" | "error";
  readonly reason: string;
  /** The last reply behind it, with credentials taken out; 204 where there is none. */
  readonly response: Response;
}

/** What an audit came to. */
export type AuditResult = AuditOk | AuditFail;

/** One requirement, in the shape of the audits of graphql-http. */
export interface Audit {
  readonly id: RequirementId;
  readonly name: AuditName;
  /** Rejects where the checks could not run at all or to their end, as opposed to an endpoint that fails them. */
  readonly fn: () => Promise<AuditResult>;
}

/**
 * The requirements of a profile, and of extensions, as audits, for loops that know those of graphql-http. All of
 * them share one run, which starts when the first one is asked; `only` and `skip` may name requirements, checks
 * and cases, and then the audits are those of all that these may show.
 *
 * @throws UsageError for an option that does not exist, and where no audit would be left.
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
  const [trouble] = troublesOf(report);
  // No loop may be green where the run is not.
  if (status !== "error" && trouble !== undefined) throw new Error(trouble.message);
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
  // A Response takes no other numbers, and none of these may have a body.
  const isWhole = status >= 200 && status <= 599 && ![204, 205, 304].includes(status);
  return isWhole ? Response.json(body, { status }) : new Response(null, { status: 204 });
}
