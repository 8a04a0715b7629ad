import { describe, expect, it } from "vitest";
import { memberAt, repositoryText, textsAt } from "../../bin/testing/installed-package.ts";

const text = repositoryText("docs/ci/Containerfile");
const manifest: unknown = JSON.parse(repositoryText("package.json"));

/** The instructions of the file as words. Joins continued lines. */
const instructions = text
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [name = "", ...rest] = line.split(/\s+/u);
    return { name, words: rest.join(" ") };
  });

function wordsOf(name: string): readonly string[] {
  return instructions.filter((one) => one.name === name).map(({ words }) => words);
}

describe("the container file", () => {
  it("is based on a Node.js version that the package supports", () => {
    const [, major = "0"] = /^node:(\d+)-slim$/u.exec(wordsOf("FROM")[0] ?? "") ?? [];
    const [, least = "0"] = /^>=(\d+)/u.exec(textsAt(manifest, "engines")["node"] ?? "") ?? [];

    expect(Number(major)).toBeGreaterThanOrEqual(Number(least));
  });

  it("is built from the packed tarball", () => {
    const name = `${String(memberAt(manifest, "name"))}-${String(memberAt(manifest, "version"))}.tgz`;

    expect(text).toContain(`TARBALL=${name} .`);
    expect(wordsOf("ARG")).toEqual(["TARBALL"]);
    expect(wordsOf("COPY")).toEqual([expect.stringMatching(/^\$\{TARBALL\} (?<file>\S+)$/u)]);
    const [, file = "nothing"] = (wordsOf("COPY")[0] ?? "").split(" ");
    expect(wordsOf("RUN")[0]).toContain(`npm install --global --ignore-scripts ${file} `);
  });

  it("runs the program of the package without root privileges", () => {
    const [program]: readonly unknown[] = JSON.parse(wordsOf("ENTRYPOINT")[0] ?? "[]");
    const order = instructions.map(({ name }) => name);

    expect(Object.keys(textsAt(manifest, "bin"))).toContain(program);
    expect(wordsOf("USER")).toEqual(["node"]);
    // Root owns the installation, so the running program cannot change it.
    expect(order.lastIndexOf("RUN")).toBeLessThan(order.indexOf("USER"));
    expect(wordsOf("RUN")[0]).toContain(`--owner=node --group=node ${wordsOf("WORKDIR")[0]}`);
  });
});
