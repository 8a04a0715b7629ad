import { contractSemantics } from "#contract";
import { claim, defineCheck } from "#harness";
import type { AnyCheck, Target } from "#harness";
import { runChecks } from "../drive/run-checks.ts";
import type { RunOptions } from "../drive/run-options.ts";
import type { RecordLine } from "../record/record.ts";
import { kindNamed, runOptions } from "./test-run-options.ts";

/** A check that sends nothing and holds. */
export const simpleCheck: AnyCheck = defineCheck<unknown>({
  id: "write/x",
  title: "x",
  covers: ["write.keeps-identity"],
  scope: "kind",
  drive: ({ kind }) => Promise.resolve(kind.name),
  judge: () => [
    claim("write.keeps-identity", { holds: true, expected: "a", actual: "b", evidence: [] }),
  ],
});

export interface Served {
  readonly kinds: readonly string[];
  /** Whether the definition exists before the run. */
  readonly isTaken: boolean;
  /** Number of commands without a response, starting with the first. None by default. */
  readonly lost?: number;
}

/** Runs checks against a target that only notes what it receives. By default, runs the check that holds. */
export async function run(
  served: Served,
  more: Partial<
    Pick<
      RunOptions,
      | "attempts"
      | "checks"
      | "concurrencyLimits"
      | "isUnquestioned"
      | "keepObjects"
      | "limits"
      | "monotonicMs"
      | "profile"
      | "timeLimitMs"
    >
  > = {},
): Promise<{
  readonly sent: readonly string[];
  readonly lines: readonly RecordLine[];
}> {
  const sent: string[] = [];
  const lines: RecordLine[] = [];
  await runChecks(
    runOptions({
      target: targetOf(served, sent),
      checks: [simpleCheck],
      emit: (line) => lines.push(line),
      ...more,
    }),
  );
  return { sent, lines };
}

export function targetOf({ kinds, isTaken, lost = 0 }: Served, sent: string[]): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "scripted",
      kinds: kinds.map((name) => kindNamed(name, { isRuntime: name === "Widget" })),
      features: [],
      prerequisites: [{ key: { kind: "Definition", name: "widgets" }, spec: {} }],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    execute: (command) => {
      const what =
        command.verb === "list" ? command.kind : `${command.key.kind} ${command.key.name}`;
      sent.push(`${command.verb} ${what}`);
      if (sent.length <= lost) {
        return Promise.resolve({
          outcome: { result: "unknown", cause: "connection", detail: "closed" },
        });
      }
      const refusal = { reason: "alreadyExists", message: "taken", causes: [] } as const;
      return Promise.resolve({
        outcome: isTaken ? { result: "refused", refusal } : { result: "done" },
      });
    },
    watch: () => Promise.reject(new Error("no check here watches")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function problemsIn(lines: readonly RecordLine[]): readonly (string | undefined)[] {
  return lines.flatMap((line) => (line.line === "case" ? [line.problem] : []));
}

export function findingsIn(lines: readonly RecordLine[]): readonly string[] {
  return lines.flatMap((line) =>
    line.line === "case" ? line.findings.map(({ result }) => result) : [],
  );
}
