import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { repositoryText } from "../../bin/testing/installed-package.ts";

function json(path: string): unknown {
  return JSON.parse(repositoryText(path));
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

function declared(list: string): readonly string[] {
  const names = member(json("package.json"), list);
  return Object.keys(isJsonObject(names) ? names : {}).map(
    (name) => `${name}: ${String(member(json(`node_modules/${name}/package.json`), "license"))}`,
  );
}

function described(heading: string): readonly string[] {
  const text = repositoryText("docs/dependencies.md");
  const [, section = ""] = text.split(`## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([^`]+)` +\| ([^ |]+) +\|/gm)].map(
    ([, name, license]) => `${name}: ${license}`,
  );
}

describe("docs/dependencies.md", () => {
  it.each([
    ["dependencies", "Installed with the package"],
    ["devDependencies", "For development"],
  ])("lists all %s with their licenses", (list, heading) => {
    expect(described(heading).toSorted()).toEqual(declared(list).toSorted());
  });
});

describe("the lockfile", () => {
  it("contains no package with an install script", () => {
    const packages = member(json("package-lock.json"), "packages");
    const scripted = Object.entries(isJsonObject(packages) ? packages : {}).filter(
      ([, entry]) => member(entry, "hasInstallScript") === true && member(entry, "dev") !== true,
    );

    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  it("contains a hash for each package", () => {
    const packages = member(json("package-lock.json"), "packages");
    const bare = Object.entries(isJsonObject(packages) ? packages : {}).filter(
      ([path, entry]) => path !== "" && !String(member(entry, "integrity")).startsWith("sha512-"),
    );

    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it("contains no published package whose license requires more than attribution", () => {
    const packages = member(json("package-lock.json"), "packages");
    const licenses = Object.entries(isJsonObject(packages) ? packages : {}).flatMap(
      ([path, entry]) =>
        path === "" || member(entry, "dev") === true ? [] : [String(member(entry, "license"))],
    );
    const free = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Python-2\.0|Unlicense)$/;

    expect(licenses.filter((license) => !free.test(license))).toEqual([]);
  });
});
