import type { Judgement } from "./judgements/judgement.ts";
import type { Shown } from "./try-exhibit.ts";

export interface Comparison {
  /** Rules that a fixed release violates, but on which there is no judgment. */
  readonly unjudged: readonly string[];
  /** Rules with a judgment that were not violated, although all rules were checked. */
  readonly unseen: readonly string[];
}

export function compareWithJudgements(
  shown: readonly Shown[],
  judgements: readonly Judgement[],
): Comparison {
  const broken = new Set<string>();
  const asked = new Set<string>();
  for (const one of shown) {
    if (one.skipped !== undefined) continue;
    const { exhibit, after } = one;
    const place = `${exhibit.system} ${after.release}`;
    for (const rule of after.others) broken.add(`${place}: ${rule}`);
    if (after.isWhole) asked.add(place);
  }
  const judged = new Set(judgements.flatMap(placesOf));
  return {
    unjudged: [...broken].filter((line) => !judged.has(line)),
    unseen: [...judged].filter((line) => asked.has(line.split(": ")[0] ?? "") && !broken.has(line)),
  };
}

function placesOf({ system, releases, rules }: Judgement): readonly string[] {
  return releases.flatMap((release) => rules.map((rule) => `${system} ${release}: ${rule}`));
}
