import { counted } from "#contract";
import type { Report } from "../report/report.ts";
import { shown } from "../formats/standing.ts";

export function suiteChanges(before: Report, after: Report): readonly string[] {
  const { suite: old } = before;
  const { suite: now } = after;
  const isSameSuite = old.name === now.name && old.version === now.version;
  return [
    ...(isSameSuite
      ? []
      : [`the suite was ${old.name} ${old.version} and is now ${now.name} ${now.version}`]),
    ...(before.contract === after.contract || hasOtherRevision(before, after)
      ? []
      : ["the requirements of the profile changed"]),
  ];
}

export interface ConfigurationChange {
  readonly name: string;
  readonly line: string;
  /**
   * The effect of the option on a run. `cases`: which cases run. `search`: which random sequences and histories are
   * generated. `terms`: how cases are judged. `none`: none of these.
   */
  readonly decides: Decides;
}

type Decides = "cases" | "search" | "terms" | "none";

export function configurationChanges(
  before: Report,
  after: Report,
): readonly ConfigurationChange[] {
  const old = new Map(factsOf(before).map(({ name, value }) => [name, value]));
  const changes = factsOf(after).flatMap(({ name, value: is, decides }) => {
    const was = old.get(name) ?? "";
    if (was === is) return [];
    const line = `${name}: was ${shown(was, 300)}, is ${shown(is, 300)}`;
    return [{ name, line, decides }];
  });
  return hasOtherRevision(before, after)
    ? [...changes, revisionChange(before.revision, after.revision)]
    : changes;
}

/** Whether the revisions of two runs differ. A record without a revision counts as equal. */
function hasOtherRevision(before: Report, after: Report): boolean {
  const isKnown = before.revision !== undefined && after.revision !== undefined;
  return isKnown && before.profile === after.profile && before.revision !== after.revision;
}

/** Describes a changed revision, which determines the requirements but does not affect how they are judged. */
function revisionChange(was: string | undefined, is: string | undefined): ConfigurationChange {
  return { name: "revision", line: `revision: was ${was}, is ${is}`, decides: "none" };
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly decides: Decides;
}

function factsOf(report: Report): readonly Fact[] {
  const { target, baseline, shard } = report;
  const kinds = target.kinds.map(({ name, statusWrites }) => `${name}(${listed(statusWrites)})`);
  const isStopped = report.interrupted || !report.complete;
  return [
    { name: "profile", value: report.profile, decides: "terms" },
    { name: "dialect", value: target.dialect, decides: "terms" },
    { name: "features", value: listed(target.features), decides: "cases" },
    { name: "identities", value: listed(target.identities), decides: "cases" },
    { name: "kinds", value: listed(kinds), decides: "cases" },
    { name: "semantics", value: JSON.stringify(target.semantics ?? {}), decides: "terms" },
    { name: "--only", value: listed(report.only), decides: "cases" },
    { name: "--skip", value: listed(report.skip), decides: "cases" },
    ...optionFacts(report.command),
    { name: "--seed", value: String(report.seed), decides: "search" },
    {
      name: "shard",
      value: shard === undefined ? "none" : `${shard.index}/${shard.count}`,
      decides: "cases",
    },
    { name: "stopped early", value: isStopped ? "yes" : "no", decides: "cases" },
    {
      name: "baseline",
      value:
        baseline === undefined
          ? "none"
          : `${counted(baseline.failures, "expected failure")}, ${counted(baseline.skips, "expected skip")}`,
      decides: "none",
    },
  ];
}

/** Options that restrict a run. A record shows them only in its command. */
const limiting = [
  { name: "--runs", decides: "search" },
  { name: "--budget", decides: "search" },
  { name: "--stress", decides: "search" },
  { name: "--replay", decides: "search" },
  { name: "--write-budget", decides: "cases" },
  { name: "--read-only", decides: "cases" },
] as const;

function optionFacts(command: string): readonly Fact[] {
  const given = new Map<string, string>();
  for (const [, name = "", value = "yes"] of command.matchAll(
    /\s(--[\w-]+)(?:[=\s]('[^']*'|[^\s'-][^\s']*))?/gu,
  )) {
    given.set(name, value);
  }
  return limiting.map(({ name, decides }) => ({
    name,
    value: given.get(name) ?? "none",
    decides,
  }));
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.toSorted().join(", ");
}
