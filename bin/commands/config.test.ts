import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startReference } from "#reference";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-config-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function seedIn({ out }: Called): string | undefined {
  return /^seed +(\d)/mu.exec(out)?.[1];
}

const ask = (): Promise<string> => Promise.resolve("y");

function from(below: string, args: readonly string[]): Promise<Called> {
  const started = join(folder, below);
  mkdirSync(started, { recursive: true });
  return call(args, { ...testWorld({ TOKEN: "from-a-variable" }), folder: started, ask });
}

describe("a configuration", () => {
  it("selects the revision of a profile", async () => {
    put("conformance.config.yaml", "profile: graphql-status/v1@2026-11\n");
    const { out } = await from("a", ["--only", "isolation.create-never-stores-status"]);
    expect(out).toContain("graphql-status/v1@2026-11 against");

    put("conformance.config.yaml", "profile: graphql-status/v1@2026-1\n");
    const refused = await from("a", []);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("the revisions are 2026-11");
  });

  it("is found in parent folders, merged with the command line, and printed with the origin of each value", async () => {
    put(
      "conformance.config.yaml",
      [
        "endpoint: https://ada:word@api.example/graphql?key=secret",
        "dialect: dialects/notes.yaml",
        "identity: { author: env:TOKEN, reader: file:reader.key, stranger: 'command:issue --word secret', tenant: secret }",
        "concurrency: 8",
        "only: [write.*, watch.*]",
        "insecure: true",
        "",
      ].join("\n"),
    );
    const called = await from("a/b", ["config", "--concurrency", "16", "--seed", "7"]);

    expect(called.err).toBe("");
    expect(called.out).not.toContain("secret");
    expect(called.out.split("\n").map((line) => line.replaceAll(/ {2,}/gu, " | "))).toEqual([
      "configuration: ../../conformance.config.yaml",
      "endpoint | https://[hidden]@api.example/graphql?[hidden] | configuration",
      "dialect | ../../dialects/notes.yaml | configuration",
      "identity | author=env:TOKEN | configuration",
      "identity | reader=file:../../reader.key | configuration",
      "identity | stranger=command:issue … | configuration",
      "identity | tenant=[hidden] | configuration",
      "only | write.* | configuration",
      "only | watch.* | configuration",
      "seed | 7 | typed",
      "concurrency | 16 | typed, overrides the configuration",
      expect.stringMatching(/^output \| \S+ \| default$/u),
      "format | terminal,json | default",
      "insecure | true | configuration",
      "",
    ]);
  });

  it("may be JSON, may be named, and may be absent", async () => {
    put("conformance.config.json", '{"seed": 3}');
    put("other.yaml", "seed: 4");
    expect(seedIn(await from(".", ["config"]))).toBe("3");
    expect(seedIn(await from(".", ["config", "--config", "other.yaml"]))).toBe("4");
    const without = await from(".", ["config", "--config", "none"]);
    expect(without.out).toContain("configuration: none\n");
    expect(seedIn(without)).toBeUndefined();
  });

  it("is the nearest one, and the first by name of those in one folder", async () => {
    put("conformance.config.yaml", "seed: 1");
    expect(seedIn(await from("near/below", ["config"]))).toBe("1");
    put("near/conformance.config.mjs", "export default { seed: 2 };");
    expect(seedIn(await from("near/below", ["config"]))).toBe("2");
    put("near/conformance.config.json", '{"seed": 3}');
    expect(seedIn(await from("near/below", ["config"]))).toBe("3");
  });

  it("is not looked for above the home folder", async () => {
    put("conformance.config.yaml", "seed: 1");
    mkdirSync(join(folder, "home"));
    vi.stubEnv("HOME", join(folder, "home"));
    expect(seedIn(await from("home/below", ["config"]))).toBeUndefined();
    put("home/conformance.config.yaml", "seed: 2");
    expect(seedIn(await from("home/below", ["config"]))).toBe("2");
  });

  it("holds for a run", async () => {
    await using server = await startReference();
    put(
      "conformance.config.yaml",
      `endpoint: ${server.url}\noutput: ${folder}/out\nonly: generation/starts-at-one#Service*\nformat: json\n`,
    );
    const called = await from(".", ["--quiet"]);
    expect(called.code, called.err).toBe(0);
    expect(called.err).not.toContain("No --endpoint given");
    expect(existsSync(join(folder, "out", "report.json"))).toBe(true);
  });

  it.each([
    {
      name: "broken YAML",
      text: "seed: 1\nonly: [a\nskip: b\n",
      parts: [/conformance\.config\.yaml:\d+:\d+ /u],
    },
    { name: "a list", text: "- a\n", parts: ["expected a mapping of options"] },
    {
      name: "values of the wrong kind and unknown keys",
      text: "endpoint: true\nseed: many\nquiet: 1\nonly: [no, 3]\nconcurency: 4\nno-feature: delete\nidentity: { author: 7 }\n",
      parts: [
        "endpoint: expected a string, got a boolean; write it in quotes",
        "seed: expected a number, got a string",
        "quiet: expected true or false, got a number",
        "only: expected a string, got a number; write it in quotes",
        "concurency: unknown option. Did you mean concurrency?",
        "no-feature: unknown option. Write noFeature.",
        "identity: expected a string for author, got a number; write it in quotes",
      ],
    },
    {
      name: "a value that no run takes",
      text: "concurrency: 0\n",
      parts: ['invalid value for --concurrency: "0"'],
    },
  ])("is rejected with $name, with everything that is wrong", async ({ text, parts }) => {
    put("conformance.config.yaml", text);
    const called = await from(".", ["config"]);
    expect(called.code).toBe(2);
    for (const part of parts) {
      if (typeof part === "string") expect(called.err).toContain(part);
      else expect(called.err).toMatch(part);
    }
  });

  it.each([
    { name: "conformance.config.ts", text: "const seed: number = 5;\nexport default { seed };\n" },
    { name: "conformance.config.mjs", text: "export default { seed: 5 };\n" },
    { name: "conformance.config.js", text: "export default { seed: 5 };\n" },
  ])("may be a module: $name", async ({ name, text }) => {
    put("package.json", '{ "type": "module" }');
    put(name, text);
    const called = await from("below", ["config"]);
    expect(called.err).toBe("");
    expect(called.out).toMatch(/^seed +5 +configuration$/mu);
  });

  it("that is named has to be there", async () => {
    const called = await from(".", ["config", "--config", "gone.yaml"]);
    expect(called.code).toBe(2);
    expect(called.err).toContain("gone.yaml: no such file or directory (ENOENT)");
  });
});
