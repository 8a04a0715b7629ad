import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { jsonValidator } from "../../reports/testing/validators.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { findExtensions } from "./find-extensions.ts";

const library = fileURLToPath(new URL("../package/extend.ts", import.meta.url));
const example = new URL("../../docs/examples/extension/", import.meta.url);
const secret = "word-that-nobody-may-see";

let folder = "";
let broken: ReferenceServer | undefined;

/** Writes a file of the example. Its import of the library is redirected to the sources. */
function put(name: string, text = readFileSync(new URL(name, example), "utf8")): string {
  const path = join(folder, name);
  writeFileSync(path, text.replaceAll('"status-conformance/extend"', JSON.stringify(library)));
  return path;
}

function flat(text: string): string {
  return text.replaceAll(/\s+/gu, " ");
}

function type(...args: readonly string[]): Promise<Called> {
  const world = { ...testWorld({ ACME_TOKEN: secret }), folder };
  const isRun = args[0]?.startsWith("--") ?? true;
  const output = isRun ? ["--output", join(folder, "out"), "--seed", "1"] : [];
  return call([...args, ...output, "--no-color"], world);
}

const run = (...args: readonly string[]): Promise<Called> =>
  type("--endpoint", broken?.url ?? "", "--only", "x-acme/*#Service.*", ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conformance-extensions-"));
  put("acme.ts");
  // JavaScript, because Vitest strips the types of the module that it imports.
  put("acme.mjs", 'export { default } from "./acme.ts";\n');
  writeFileSync(join(folder, "conformance.config.yaml"), "extensions: [./acme.mjs]\n");
  const { faults } = await findExtensions(undefined, { folder });
  broken = await startReference({ faults: faults.slice(0, 1) });
});

afterAll(async () => {
  await broken?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe("an extension", () => {
  it("finds its requirements broken, in a normal run", async () => {
    const { code, out } = await run("--format", "terminal", "--format", "json");

    expect(code, out).toBe(1);
    expect(out).toContain("1. x-acme.conflict-names-object MUST of an extension");
    expect(out).toContain('"The object has changed since it was read."');
    expect(flat(out)).toContain("possible: The message of a conflict does not name its object");
    expect(flat(out)).toContain("Of 2 requirements from extensions, 1 holds, 1 MUST is broken.");
    const report: unknown = JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8"));
    expect(jsonValidator("schema/report.schema.json")(report)).toEqual([]);
  });

  it("is judged again offline, and only where it is at hand", async () => {
    const record = join(folder, "out/run.ndjson");
    const again = await type("judge", record);
    expect(again.code, again.err).toBe(1);
    expect(again.err).toBe("all verdicts match the recorded verdicts\n");

    const without = await type("judge", record, "--config", "none");
    expect(without.err).toContain(
      "use --config to select the configuration that defines x-acme/conflict-messages",
    );
    expect(without.err).toContain("x-acme.conflict-names-object: recorded fail, now inconclusive");

    const verified = await type("verify", join(folder, "out/report.json"));
    expect(verified.out).toMatch(/^Verified: /u);
  });

  it("can be expected to fail", async () => {
    const baseline = ["--baseline", join(folder, "baseline.yaml")];
    const renewed = await run(...baseline, "--update-baseline");
    expect(renewed.code, renewed.err).toBe(0);
    expect(readFileSync(join(folder, "baseline.yaml"), "utf8")).toContain(
      "x-acme.conflict-names-object",
    );

    const { code, out } = await run(...baseline);
    expect(code, out).toBe(0);
    expect(flat(out)).toContain("1 broken as expected");
  });

  it("is listed and explained in addition to the catalogue", async () => {
    const { out } = await type("list", "--faults");
    expect(flat(out)).toContain("2 of them from extensions, not from the profile");
    expect(out).toContain("fault  x-acme-talkative-conflict:");

    const explained = await type("explain", "x-acme.conflict-names-object");
    expect(explained.out).toContain("MUST in extension x-acme");
    const unknown = await type("explain", "x-acme.conflict-name-object");
    expect(unknown.err).toContain("Did you mean x-acme.conflict-names-object");
    expect(unknown.code).toBe(2);
  });

  it("repeats a failure with the configuration that was named", async () => {
    put("other.yaml", "extensions: [./acme.mjs]\n");
    const { out } = await run("--config", join(folder, "other.yaml"), "--verbose");

    expect(out).toMatch(/command: +npx conformance --config \S+other\.yaml --endpoint/u);
  });
});

function configWith(drive: string, judge: string): string {
  return `export default { extensions: [{
  requirements: [{ id: "x-own.rule", level: "MUST", statement: "s.", reason: "r.", sources: [{ title: "t", at: "a" }] }],
  checks: [{ id: "x-own/rule", title: "t", covers: ["x-own.rule"], scope: "target",
    drive: ${drive},
    judge: ${judge},
  }],
}] };\n`;
}

describe("a check that fails", () => {
  const hold = `() => [{ result: "held", requirement: "x-own.rule", instances: 1, evidence: [] }]`;
  const open = async (name: string, drive: string, judge = hold): Promise<Called> => {
    put(name, configWith(drive, judge));
    return await type(
      "--endpoint",
      broken?.url ?? "",
      "--only",
      "x-own.*",
      "--config",
      join(folder, name),
      "--verbose",
    );
  };

  it("is a defect of its own, never of the endpoint", async () => {
    const { code, out } = await open(
      "throws.mjs",
      `async () => { throw new TypeError("no such thing as ${secret}"); }`,
    );

    expect(code).toBe(3);
    expect(out).toMatch(/the check itself failed: TypeError: no such thing as/u);
    expect(out).not.toContain(secret);
    expect(readFileSync(join(folder, "out/run.ndjson"), "utf8")).not.toContain(secret);
  });

  it("is one in its judge, too", async () => {
    const { code, out } = await open("judges.mjs", "async () => ({})", "() => undefined");

    expect(code).toBe(3);
    expect(out).toContain("judge did not return a list of findings");
  });

  it("stops no run by not ending", async () => {
    const { code, out } = await type(
      "--endpoint",
      broken?.url ?? "",
      "--only",
      "x-own.*",
      "--timeout",
      "0.5",
      "--config",
      put("ends.mjs", configWith("() => new Promise(() => {})", hold)),
    );

    expect(code, out).toBe(3);
    expect(flat(out)).toContain("drive timed out");
  });

  it("leaks no secret through its observations", async () => {
    const { code } = await open("leaks.mjs", `async () => ({ token: "${secret}" })`);

    expect(code).toBe(0);
    expect(readFileSync(join(folder, "out/run.ndjson"), "utf8")).not.toContain(secret);
  });
});

describe("a configuration that is no module that could be loaded", () => {
  it.each([
    {
      name: "has no default export",
      text: "export const a = 1;\n",
      says: ["has no default export"],
    },
    {
      name: "no list",
      text: "export default { extensions: 7 };\n",
      says: ["extensions must be a list"],
    },
    {
      name: "a package",
      text: 'export default { extensions: ["acme"] };\n',
      says: ['extensions[0] is "acme", but must be a path', "Write ./acme"],
    },
    {
      name: "a file that is not there",
      text: 'export default { extensions: ["./no.mjs"] };\n',
      says: ["no.mjs failed: "],
    },
    {
      name: "an error of its own",
      text: 'const a = 1;\nthrow new RangeError("no more");\n',
      says: ["failed: RangeError: no more", "Fix the error in the module"],
    },
  ])("is rejected with $name", async ({ name, text, says }) => {
    const file = `${name.replaceAll(" ", "-")}.mjs`;
    put(file, text);

    const { code, err } = await type("list", "--config", join(folder, file));

    expect(code).toBe(2);
    for (const part of says) expect(err).toContain(part);
  });
});
