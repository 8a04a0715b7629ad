import { expect, it } from "vitest";
import { formsOfVersion, versionInForm } from "./version-forms.ts";

const tree = {
  input: { id: "$uid", ifMatch: 'W/"${resourceVersion}"' },
  parent: "projects/${namespace}/${resourceVersion}",
};

it("finds the forms in which arguments contain a version", () => {
  expect(formsOfVersion(tree, "7")).toEqual(['W/"7"']);
  expect(formsOfVersion({ version: "$resourceVersion" }, "7")).toEqual([]);
});

it.each([
  ['W/"7"', "7"],
  ["7", "7"],
  ['W/""', 'W/""'],
  ["projects/a/7", "projects/a/7"],
])("reads the version inside a form: %s", (text, version) => {
  expect(versionInForm(tree, text)).toBe(version);
});
