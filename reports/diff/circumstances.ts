import type { Report } from "../report.ts";
import { shown } from "../formats/standing.ts";

/** How the suites of two runs differ, one line each; nothing where they are the same. */
export function suiteChanges(before: Report, after: Report): readonly string[] {
  const { suite: old } = before;
  const { suite: now } = after;
  const isSameSuite = old.name === now.name && old.version === now.version;
  return [
    ...(isSameSuite
      ? []
      : [`the suite was ${old.name} ${old.version} and is ${now.name} ${now.version}`]),
    ...(before.contract === after.contract ? [] : ["the requirements of the profile changed"]),
  ];
}

/** How what was asked of two runs differs, one line each; nothing where it is the same. */
export function configurationChanges(before: Report, after: Report): readonly string[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  return Object.keys(now).flatMap((name) => {
    const [was = "", is = ""] = [old[name], now[name]];
    return was === is ? [] : [`${name}: was ${shown(was, 300)}, is ${shown(is, 300)}`];
  });
}

/** The seed is none of them: a verdict that depends on it is a finding about the target. */
function factsOf(report: Report): Readonly<Record<string, string>> {
  const { target, baseline } = report;
  const kinds = target.kinds.map(({ name, statusWrites }) => `${name}(${listed(statusWrites)})`);
  return {
    profile: report.profile,
    dialect: target.dialect,
    features: listed(target.features),
    identities: listed(target.identities),
    kinds: listed(kinds),
    semantics: JSON.stringify(target.semantics ?? {}),
    "--only": listed(report.only),
    "--skip": listed(report.skip),
    baseline:
      baseline === undefined
        ? "none"
        : `${baseline.failures} expected failures, ${baseline.skips} expected skips`,
    shard: report.shard === undefined ? "none" : `${report.shard.index}/${report.shard.count}`,
  };
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.toSorted().join(", ");
}
