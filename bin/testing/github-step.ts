import { execFile } from "node:child_process";
import { asText, memberAt, repositoryYaml, textsAt } from "./installed-package.ts";
import { testLimitMs } from "./test-limit.ts";

const action = repositoryYaml("action.yml");

export const actionInputs: readonly string[] = Object.keys(textsAt(action, "inputs"));

export interface EndedStep {
  readonly code: number;
  readonly out: string;
}

export interface StepPlace {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs a step in bash as GitHub does: inputs have their defaults, and only the variables of the runner are set. */
export function runStep(
  step: unknown,
  given: Readonly<Record<string, string>>,
  { cwd, variables }: StepPlace,
): Promise<EndedStep> {
  const defaults = actionInputs.map((name) => [
    name,
    asText(memberAt(action, "inputs", name, "default")),
  ]);
  const values: Readonly<Record<string, string>> = { ...Object.fromEntries(defaults), ...given };
  const filled = Object.entries(textsAt(step, "env")).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/gu, (_, input: string) => values[input] ?? ""),
  ]);
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    CI: "true",
    GITHUB_ACTIONS: "true",
    ...variables,
    ...Object.fromEntries(filled),
  };
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", asText(memberAt(step, "run"))];
  return new Promise((resolve) => {
    execFile("bash", args, { cwd, env, timeout: testLimitMs }, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : Number(error !== null);
      resolve({ code, out: out + err });
    });
  });
}
