import { profileEntries, requirements } from "#contract";
import type { CatalogueRequirementId, Level } from "#contract";
import { headlineOf, standingOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import { matches } from "#verdicts";
import { parseProfile } from "../options/option-values.ts";
import { defaults } from "../options/defaults.ts";
import { checkOptionNames, endpointOptionNames, runAgainst } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";

/** The name of an audit: its level and the requirement in one sentence. */
export type AuditName = `${Level} ${string}`;

/** An audit that the endpoint passed. */
export interface AuditOk {
  readonly id: CatalogueRequirementId;
  readonly name: AuditName;
  readonly status: "ok";
}

/**
 * An audit that the endpoint did not pass. `error`: a MUST is broken or could not be decided. `warn`: a
 * SHOULD is. `notice`: a MAY is, or the endpoint does not offer what the audit is about.
 */
export interface AuditFail {
  readonly id: CatalogueRequirementId;
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
  readonly id: CatalogueRequirementId;
  readonly name: AuditName;
  /** Rejects where the checks could not run at all, as opposed to an endpoint that fails them. */
  readonly fn: () => Promise<AuditResult>;
}

/**
 * The requirements of a profile as audits, for loops that know those of graphql-http. All of them share
 * one run, which begins when the first one is asked; `only` and `skip` may name requirements.
 *
 * @throws UsageError for an option that does not exist.
 */
export function statusAudits(options: EndpointOptions): Audit[] {
  checkOptionNames(options, endpointOptionNames);
  const { profile = defaults.profile, only = [], skip = [] } = options;
  let running: Promise<Report> | undefined;
  const report = (): Promise<Report> => (running ??= runAgainst({ ...options, profile }));
  return auditable(profile)
    .filter(
      ({ id }) =>
        (only.length === 0 || only.some((pattern) => matches(pattern, id))) &&
        !skip.some((pattern) => matches(pattern, id)),
    )
    .map(({ id, level }) => {
      const name: AuditName = `${level} ${requirements[id].statement}`;
      return { id, name, fn: async () => resultOf({ id, name }, await report()) };
    });
}

function auditable(
  profile: string,
): readonly { readonly id: CatalogueRequirementId; readonly level: Level }[] {
  const { profile: name, revision } = parseProfile(profile);
  return profileEntries(name, revision).flatMap(({ requirement: id, level }) =>
    level === "not-asked" ? [] : [{ id, level }],
  );
}

function resultOf({ id, name }: Pick<AuditOk, "id" | "name">, report: Report): AuditResult {
  const of = report.requirements.find(({ requirement }) => requirement === id);
  if (of === undefined) throw new Error(`the run has no verdict on ${id}`);
  if (of.verdict === "pass") return { id, name, status: "ok" };
  return {
    id,
    name,
    status: statusOf(of),
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
