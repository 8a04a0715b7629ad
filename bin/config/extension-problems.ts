import { suggest } from "../options/suggest-names.ts";

export type Problem = string | undefined;

export function textProblem(name: string, value: unknown): Problem {
  if (typeof value === "string" && value.trim() !== "") return undefined;
  return `has no ${name}: it must be a string`;
}

export function functionProblem(name: string, value: unknown): Problem {
  return typeof value === "function" ? undefined : `has no ${name}: it must be a function`;
}

export function namesProblem(name: string, value: unknown, known: readonly string[]): Problem {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `has ${name} that are not a list`;
  const wrong: unknown = value.find((item: unknown) => !known.some((one) => one === item));
  if (wrong === undefined) return undefined;
  const given = JSON.stringify(wrong);
  const fix = suggest(given, known, `Known values: ${known.slice(0, 12).join(", ")}.`);
  return `has the unknown value ${given} in ${name}. ${fix}`;
}

export function problemsAmong(problems: readonly Problem[]): readonly string[] {
  return problems.filter((problem) => problem !== undefined);
}
