import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { V1ClusterRole } from "@kubernetes/client-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadDialect } from "#targets/dialect-file";
import { readKindNotes } from "#targets/kubernetes";
import { createProgram } from "../../bin/commands/program.ts";
import { blocksOf, commandsOf } from "../../bin/testing/guide.ts";
import { idleActions } from "../../bin/testing/idle-actions.ts";
import { repositoryText, repositoryYaml, textsAt } from "../../bin/testing/installed-package.ts";
import { unknownMembers } from "../../bin/testing/kubernetes-models.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";

const root = new URL("../../", import.meta.url);

const docs = readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" });
const pages = ["README.md", ...docs.map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);

function shownCommands(): readonly { readonly page: string; readonly words: readonly string[] }[] {
  return pages.flatMap((page) =>
    blocksOf(repositoryText(page))
      .filter(({ language }) => language === "sh")
      .flatMap(({ text }) => commandsOf(text.replaceAll(/ (?:#.*|&)$/gmu, "")))
      .map((words) => ({ page, words })),
  );
}

/** Returns the arguments of this program in a command, or undefined if the command calls another program. */
function wordsToUs(words: readonly string[]): readonly string[] | undefined {
  const [first, second, ...rest] = words[0] === "npx" ? words.slice(1) : words;
  if (first === "conformance") return second === undefined ? [] : [second, ...rest];
  return first === "node" && second === "dist/bin/cli.js" ? rest : undefined;
}

/** Returns why the program would reject these arguments, if it would. */
async function refusal(words: readonly string[]): Promise<string | undefined> {
  const program = createProgram({
    version: "0",
    actions: idleActions,
    print: () => {},
    width: 100,
  });
  try {
    await program.parseAsync(words, { from: "user" });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const yamlOf = (page: string): readonly string[] =>
  blocksOf(repositoryText(page)).flatMap(({ language, text }) =>
    language === "yaml" ? [text] : [],
  );

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-shown-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("examples in the pages", () => {
  it("only use existing commands and options", async () => {
    const ours = shownCommands().flatMap(({ page, words }) => {
      const args = wordsToUs(words);
      return args === undefined ? [] : [{ page, args }];
    });
    expect(ours.length).toBeGreaterThan(40);
    for (const { page, args } of ours) {
      expect(await refusal(args), `${page}: ${args.join(" ")}`).toBeUndefined();
    }
    expect(await refusal(["--endpont", "http://127.0.0.1"])).toContain("unknown option");
  });

  it("only use existing npm scripts", () => {
    const scripts = Object.keys(textsAt(repositoryYaml("package.json"), "scripts"));
    const named = shownCommands().flatMap(({ words: [npm, run, name] }) =>
      npm === "npm" && run === "run" && name !== undefined ? [name] : [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it("are valid JSON if declared as such", () => {
    const blocks = pages.flatMap((page) => blocksOf(repositoryText(page)));
    const texts = blocks.flatMap(({ language, text }) => (language === "json" ? [text] : []));

    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(() => JSON.parse(text), text).not.toThrow();
  });

  it.each([
    { part: "credentials", inKind: false },
    { part: "fixtures", inKind: true },
    { part: "endpoint:\n  queries", inKind: false },
  ])("are valid excerpts of a dialect: $part", ({ part, inKind }) => {
    const [whole = "", ...others] = yamlOf("docs/dialects.md");
    const text = others.find((one) => one.startsWith(part)) ?? "";
    const indented = `kinds:\n  Note:\n${text.replaceAll(/^/gmu, "    ")}`;
    const files: Readonly<Record<string, string>> = {
      // This block redefines the identities.
      "notes.yaml": text.includes("identities:")
        ? whole.replace(/^identities:\n(?: .*\n)+/mu, "")
        : whole,
      "part.yaml": `dialect: 1\nextends: notes.yaml\n${inKind ? indented : text}`,
    };

    expect(text).not.toBe("");
    expect(loadDialect("part.yaml", (file) => files[file] ?? "").dialect.name).toBe("notes");
  });

  it("are valid configurations", async () => {
    const [notes = ""] = yamlOf("docs/dialects.md");
    const shown = yamlOf("docs/dialects.md").find((text) => text.startsWith("endpoint: https"));
    writeFileSync(join(folder, "notes.yaml"), notes);
    writeFileSync(join(folder, "conformance.config.yaml"), shown ?? "- none");
    const world = testWorld({ AUTHOR_TOKEN: "a-word", CONTROLLER_TOKEN: "another-word" });

    expect(await call(["config"], { ...world, folder })).toMatchObject({ code: 0, err: "" });
  });

  it("are valid Kubernetes kinds and permissions", () => {
    const [role = "", gears = ""] = yamlOf("docs/kubernetes.md");
    const reading = readKindNotes(gears);

    expect(reading.isRead && [...reading.kinds.keys()]).toEqual(["gears.example.com"]);
    expect(unknownMembers(parse(role), V1ClusterRole.name)).toEqual([]);
    expect(unknownMembers({ kind: "ClusterRole", ruels: [] }, V1ClusterRole.name)).toEqual([
      "ruels",
    ]);
  });
});
