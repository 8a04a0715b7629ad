import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import type { Shell } from "./completion-script.ts";
import { testLimitMs } from "../testing/test-limit.ts";

let built: BuiltProgram | undefined;
let folder = "";

beforeAll(() => {
  built = buildProgram();
  folder = mkdtempSync(join(tmpdir(), "conformance-shells-"));
  mkdirSync(join(folder, "path"));
  const program = join(folder, "path", "conformance");
  writeFileSync(program, `#!/bin/sh\nexec node ${join(built.folder, "cli.js")} "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, "record.ndjson"), "");
});

afterAll(() => {
  built?.[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

/** Presses Tab in a zsh terminal, and returns the line up to the expected string. */
const pressTab = `zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell "autoload -Uz compinit && compinit -u -D; eval \\"\\$(conformance completion zsh)\\"; echo re''ady"
zpty -r shell printed "*ready*"
zpty -w -n shell "$1"$'\\t'
zpty -r shell printed "*$2*"
zpty -d shell
print -r -- $printed`;

/**
 * Per shell, a function that returns the completions offered for a partial line. `awaited` is one of the expected
 * completions.
 */
const completions: Readonly<Record<Shell, (line: string, awaited: string) => readonly string[]>> = {
  bash: (line) => [
    "-c",
    `eval "$(conformance completion bash)"
    COMP_WORDS=($1) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    [[ $1 == *" " ]] && COMP_CWORD=$((COMP_CWORD + 1))
    _conformance; printf '%s\\n' "\${COMPREPLY[@]}"`,
    "bash",
    line,
  ],
  zsh: (line, awaited) => ["-f", "-c", pressTab, "zsh", line, awaited],
  fish: (line) => ["-N", "-c", `conformance completion fish | source; complete -C "${line}"`],
};

function isHere(shell: Shell): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

function complete(shell: Shell, line: string, awaited: string): string {
  const { PATH = "" } = process.env;
  const env = { PATH: `${join(folder, "path")}:${PATH}`, HOME: folder };
  const words = completions[shell](line, awaited);
  return execFileSync(shell, words, { cwd: folder, env, encoding: "utf8", timeout: testLimitMs });
}

// CI has only bash; developers who change the other scripts have the other shells. Tests of a missing shell are
// skipped.
describe.each(["bash", "zsh", "fish"] as const)("%s, where it is installed,", (shell) => {
  it.skipIf(!isHere(shell)).each([
    { line: "conformance explain concurrency.stale-st", word: "stale-status-write-conflicts" },
    { line: "conformance list --fea", word: "--feature" },
    { line: "conformance self-test --fault stale-v", word: "stale-version-accepted" },
  ])("completes $line", ({ line, word }) => {
    expect(complete(shell, line, word)).toContain(word);
  });
});

it.skipIf(!isHere("fish"))("names files in fish only where no word is known", () => {
  expect(complete("fish", "conformance judge ", "")).toContain("record.ndjson");
  expect(complete("fish", "conformance ", "")).not.toContain("record.ndjson");
});
