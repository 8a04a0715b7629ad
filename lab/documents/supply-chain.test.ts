import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";

const root = join(import.meta.dirname, "../..");

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const workflows = readdirSync(join(root, ".github/workflows")).map(
  (name) => `.github/workflows/${name}`,
);

/**
 * Files whose commands must disable install scripts. Excludes the README, whose two commands are safe as long as no
 * package in the lockfile has an install script.
 */
const guides = [
  "CONTRIBUTING.md",
  ".ci/run",
  ...readdirSync(join(root, "docs"), { recursive: true })
    .map((path) => `docs/${String(path)}`)
    .filter((path) => /\.(?:md|sh|ya?ml)$|Containerfile$/u.test(path)),
  ...workflows,
];

describe("third-party code in a build", () => {
  it.each([...workflows, "action.yml", "docs/ci.md"])("pins actions to commits: %s", (path) => {
    const used = [...read(path).matchAll(/uses: (\S+)/gu)].map(([, name = ""]) => name);
    const elsewhere = used.filter((name) => !name.startsWith("./") && !name.startsWith("OWNER/"));
    expect(elsewhere.filter((name) => !/@[0-9a-f]{40}$/u.test(name))).toEqual([]);
  });

  it.each(guides)("runs no install scripts: %s", (path) => {
    const calls = [...read(path).matchAll(/npm ci\b[^\n`]*/gu)].map(([call]) => call);
    expect(calls.filter((call) => !call.includes("--ignore-scripts"))).toEqual([]);
  });

  it("has a hash for each package and no install script", () => {
    const lock: unknown = JSON.parse(read("package-lock.json"));
    const packages = isJsonObject(lock) && isJsonObject(lock["packages"]) ? lock["packages"] : {};
    const entries = Object.entries(packages).filter(([path]) => path !== "");
    const without = entries.filter(
      ([, one]) =>
        isJsonObject(one) && !JSON.stringify(one["integrity"] ?? "").startsWith('"sha512-'),
    );
    const scripted = entries.filter(
      ([, one]) => isJsonObject(one) && one["hasInstallScript"] === true,
    );

    expect(entries.length).toBeGreaterThan(100);
    expect(without.map(([path]) => path)).toEqual([]);
    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  it("is listed in the CycloneDX file, with versions", () => {
    const made = spawnSync(process.execPath, [".ci/sbom.mjs"], { cwd: root, encoding: "utf8" });
    const sbom: unknown = JSON.parse(made.stdout);
    const parts = isJsonObject(sbom) && Array.isArray(sbom["components"]) ? sbom["components"] : [];
    const listed = new Set(
      parts.map((part: unknown) =>
        isJsonObject(part) ? JSON.stringify([part["name"], part["version"]]) : "",
      ),
    );
    const manifest: unknown = JSON.parse(read("package.json"));
    const own = isJsonObject(manifest) ? manifest["dependencies"] : undefined;
    const wanted = Object.entries(isJsonObject(own) ? own : {}).map((entry) =>
      JSON.stringify(entry),
    );

    expect(isJsonObject(sbom) && sbom["bomFormat"]).toBe("CycloneDX");
    expect(wanted.filter((one) => !listed.has(one))).toEqual([]);
  });
});
