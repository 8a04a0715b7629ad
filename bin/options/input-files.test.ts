import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { keepInputs } from "./input-files.ts";

const folder = folderForEachTest();
const at = (...names: readonly string[]): string => join(folder.path, ...names);

function keeps(input: string, output: string): void {
  keepInputs([input], [at("other"), output], "--output");
}

describe("an output", () => {
  it.each([
    { name: "is named alike", output: () => at("log") },
    { name: "is relative", output: () => relative(process.cwd(), at("log")) },
    { name: "leads through a folder and back", output: () => `${at("inner")}/../log` },
    { name: "is a link to the file", output: () => at("link") },
    { name: "is in a link to the folder", output: () => at("inner", "up", "log") },
  ])("that $name is rejected", ({ output }) => {
    writeFileSync(at("log"), "");
    mkdirSync(at("inner"));
    symlinkSync(at("log"), at("link"));
    symlinkSync(folder.path, at("inner", "up"));

    expect(() => keeps(at("log"), output())).toThrow(`would overwrite the input ${output()}`);
    expect(() => keeps(at("log"), at("log2"))).not.toThrow();
  });

  it("that is written later than the input is rejected, too", () => {
    expect(() => keeps(at("absent", "log"), `${at("absent")}/./log`)).toThrow("would overwrite");
    expect(() => keeps(at("absent", "log"), at("absent"))).not.toThrow();
  });

  it("to the device of the input is accepted", () => {
    expect(() => keeps("/dev/null", "/dev/null")).not.toThrow();
  });
});
