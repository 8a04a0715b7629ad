import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pushAddress } from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import { blocksOf, commandsOf, missingIn } from "../../bin/testing/guide.ts";
import { servers } from "../../bin/testing/own-endpoints.ts";
import type { EndpointName, Started } from "../../bin/testing/own-endpoints.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";

const page = readFileSync(new URL("../../docs/any-endpoint.md", import.meta.url), "utf8");
const blocks = blocksOf(page);

const endpoints: Readonly<Record<string, EndpointName>> = {
  Volumes: "volumes",
  Routes: "routes",
  Lamps: "lamps",
  Jobs: "jobs",
  Sensors: "sensors",
  Recipes: "recipes",
  "When the schema changes": "recipes",
};

/** Expected exit code of the last command in each section, by heading. Defaults to 0. */
const codes: Readonly<Partial<Record<string, number>>> = {
  Lamps: 1,
  Jobs: 1,
  Recipes: 4,
};

let folder = "";
const variables: Record<string, string> = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-guide-"));
  const exports = blocks.find(({ heading }) => heading === "Six examples");
  for (const [word, ...pairs] of commandsOf(exports?.text ?? "")) {
    expect(word).toBe("export");
    for (const pair of pairs) {
      const [name = "", value = ""] = pair.split("=");
      variables[name] = value;
    }
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Printed {
  readonly code: number;
  readonly text: string;
}

async function type(words: readonly string[], server: Started): Promise<Printed> {
  const [npx, command, ...rest] = words.map((word) =>
    word
      .replace("http://localhost:4000/graphql", server.url)
      .replace("http://localhost:4000/push", pushAddress(server))
      .replace(/^[\w.]+\.yaml$/u, (file) => join(folder, file)),
  );
  expect([npx, command]).toEqual(["npx", "conformance"]);
  const isRun = rest[0] !== "init";
  const more = isRun ? ["--output", join(folder, "results"), "--timeout", "60"] : [];
  const { code, out, err } = await call([...rest, ...more, "--no-color"], testWorld(variables));
  expect(err, words.join(" ")).not.toMatch(/^(?:error|warning):/mu);
  return {
    code,
    text: out.replaceAll(server.url, "http://localhost:4000/graphql").replaceAll(`${folder}/`, ""),
  };
}

describe("the guide", () => {
  it.each(Object.keys(endpoints))("describes what happens with %s", async (heading) => {
    const name = endpoints[heading] ?? "volumes";
    await using server = await servers[name].start();
    let printed: Printed = { code: 0, text: "" };
    for (const { language, text } of blocks.filter((block) => block.heading === heading)) {
      if (language === "yaml") {
        const [, file = ""] = /^# (\S+)$/mu.exec(text) ?? [];
        writeFileSync(join(folder, file), text);
      } else if (language === "sh") {
        printed = { code: 0, text: "" };
        for (const words of commandsOf(text)) {
          expect(printed.code, printed.text).toBe(0);
          const { code, text: more } = await type(words, server);
          printed = { code, text: `${printed.text}\n${more}` };
        }
      } else expect(missingIn(printed.text, text)).toBeUndefined();
    }
    expect(printed.code).toBe(codes[heading] ?? 0);
  });

  it("has no block that no test runs", () => {
    const headings = new Set(["Six examples", ...Object.keys(endpoints)]);
    expect(blocks.filter(({ heading }) => !headings.has(heading))).toEqual([]);
    const languages = new Set(["sh", "text", "yaml"]);
    expect(blocks.filter(({ language }) => !languages.has(language))).toEqual([]);
    // Every code fence on the page belongs to a block that the test has found.
    expect(page.match(/^```/gmu)).toHaveLength(blocks.length * 2);
    for (const heading of Object.keys(endpoints)) {
      const kinds = blocks.flatMap((block) => (block.heading === heading ? [block.language] : []));
      expect(kinds).toEqual(expect.arrayContaining(["sh", "text"]));
    }
  });

  it("fails if something else is printed", () => {
    expect(missingIn("one\ntwo 2\nthree", "one\n…\nthree")).toBeUndefined();
    expect(missingIn("one\ntwo 2\nthree", "three\n…\none")).toBe("one");
    expect(missingIn("one two", "one\n…\nfour")).toBe("four");
  });
});
