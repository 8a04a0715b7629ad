import { describe, expect, it } from "vitest";
import { fillArguments, hasPlaceholder, looksLikePlaceholder } from "./argument-tree.ts";
import { argumentParts, composedProblem, partsOfText } from "./composed-text.ts";

const form = "projects/${namespace}/kilns/${name}";

describe("a string with placeholders", () => {
  it("is filled with their values", () => {
    const tree = { name: form, parent: "projects/${namespace}" };
    expect(fillArguments(tree, { $namespace: "north", $name: "a.b-c" })).toEqual({
      name: "projects/north/kilns/a.b-c",
      parent: "projects/north",
    });
  });

  it("is omitted if one of them has no value", () => {
    expect(fillArguments({ name: form, size: 1 }, { $name: "a" })).toEqual({ size: 1 });
  });

  it("contains its placeholders, and is none itself", () => {
    expect(hasPlaceholder({ name: form }, "$namespace")).toBe(true);
    expect(hasPlaceholder({ name: form }, "$spec")).toBe(false);
    expect(looksLikePlaceholder("${namespace}/${name}")).toBe(false);
  });

  it("is read by its form", () => {
    expect(partsOfText("projects/north/kilns/a.b-c", form)).toEqual({
      namespace: "north",
      name: "a.b-c",
    });
    expect(partsOfText("projects/north/lamps/a", form)).toBeUndefined();
    expect(partsOfText("gid://shop(1)/7", "gid://shop(1)/${name}")).toEqual({ name: "7" });
    expect(partsOfText("a/a", "${name}/${name}")).toEqual({ name: "a" });
    expect(partsOfText("a/b", "${name}/${name}")).toBeUndefined();
  });

  it("may contain a version in an argument, but not in a name", () => {
    const tag = 'W/"${resourceVersion}"';
    expect(fillArguments({ ifMatch: tag }, { $resourceVersion: "7" })).toEqual({
      ifMatch: 'W/"7"',
    });
    expect(fillArguments({ ifMatch: tag, size: 1 }, {})).toEqual({ size: 1 });
    expect(composedProblem(tag, argumentParts)).toBeUndefined();
    expect(composedProblem(tag)).toBe(
      "${resourceVersion} cannot be part of a string; possible: ${kind}, ${namespace}, ${name}",
    );
    expect(composedProblem('W/"$resourceVersion"', argumentParts)).toBe(
      "a placeholder inside a string needs braces: ${resourceVersion} instead of $resourceVersion",
    );
  });

  it.each([
    [form, undefined],
    ["$name", undefined],
    ["$$name", undefined],
    ["costs $5", undefined],
    ["projects/$namespaces", undefined],
    [
      "projects/$namespace",
      "a placeholder inside a string needs braces: ${namespace} instead of $namespace",
    ],
    [
      "projects/${spec}",
      "${spec} cannot be part of a string; possible: ${kind}, ${namespace}, ${name}",
    ],
  ])("has no problem unless it cannot be filled: %s", (text, problem) => {
    expect(composedProblem(text)).toBe(problem);
  });
});
