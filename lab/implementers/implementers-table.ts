import type { Inferred, RunResult } from "./try-implementer.ts";

export interface CallResult {
  readonly mistake: string;
  readonly expected: readonly string[];
  readonly result: RunResult;
}

export interface LanguageResult {
  readonly name: string;
  readonly skipped?: string;
  readonly inferred?: Inferred;
  readonly afterInit?: RunResult;
  readonly clean?: RunResult;
  readonly mistakes: readonly CallResult[];
}

export function brokenIn(result: RunResult | undefined): readonly string[] {
  return (result?.cards ?? [])
    .filter(({ level }) => level === "MUST")
    .map(({ requirement }) => requirement);
}

export function isFound({ expected, result }: CallResult): boolean {
  return brokenIn(result).some((requirement) => expected.includes(requirement));
}

export function isFirst({ expected, result }: CallResult): boolean {
  return expected.includes(result.cards[0]?.requirement ?? "");
}

export function isGood(result: LanguageResult): boolean {
  const { afterInit, clean, mistakes } = result;
  const accused = [...brokenIn(clean), ...brokenIn(afterInit)];
  return accused.length === 0 && clean?.refusal === undefined && mistakes.every(isFound);
}

export function tableOf(results: readonly LanguageResult[]): string {
  const head =
    "language | clean, false MUSTs | after init, false MUSTs | statements of init | not marked | mistakes found | first card names it";
  const rule = head.replaceAll(/[^|]+/gu, "---");
  return `${[head, rule, ...results.map(rowOf)].join("\n")}\n\n${results.flatMap(detailsOf).join("\n")}\n`;
}

function rowOf({ name, skipped, inferred, afterInit, clean, mistakes }: LanguageResult): string {
  if (skipped !== undefined) return `${name} | skipped: ${skipped}`;
  const count = (wanted: (met: CallResult) => boolean): string =>
    `${mistakes.filter(wanted).length} of ${mistakes.length}`;
  const share = inferred && Math.round((100 * inferred.right) / Math.max(inferred.statements, 1));
  return [
    name,
    cell(clean),
    cell(afterInit),
    inferred === undefined ? "" : `${inferred.right} of ${inferred.statements} (${share} %)`,
    inferred === undefined ? "" : String(inferred.unmarked.length),
    count(isFound),
    count(isFirst),
  ].join(" | ");
}

function cell(result: RunResult | undefined): string {
  if (result === undefined) return "";
  return result.refusal === undefined ? String(brokenIn(result).length) : "did not run";
}

function detailsOf({
  name,
  inferred,
  afterInit,
  clean,
  mistakes,
}: LanguageResult): readonly string[] {
  const wrong = mistakes.filter((met) => !isFound(met) || !isFirst(met));
  return [
    ...describe(`${name}, clean`, clean),
    ...describe(`${name}, after init`, afterInit),
    ...(inferred?.edits ?? []).map((edit) => `${name}, init: ${edit}`),
    ...wrong.map(({ mistake, expected, result }) => {
      const cards = result.cards.map(({ requirement }) => requirement).join(", ") || "nothing";
      return `${name}, ${mistake}: expected ${expected.join(" or ")}; broken: ${result.refusal ?? cards}`;
    }),
  ];
}

function describe(what: string, result: RunResult | undefined): readonly string[] {
  if (result === undefined) return [];
  if (result.refusal !== undefined) return [`${what}: ${result.refusal}`];
  return result.cards.map(({ requirement, level }) => `${what}: ${requirement} ${level}`);
}
