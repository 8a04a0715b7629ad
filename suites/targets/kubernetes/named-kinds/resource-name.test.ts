import { describe, expect, it } from "vitest";
import { describeResourceName, readResourceName } from "./resource-name.ts";

describe("readResourceName", () => {
  it.each([
    ["services", { plural: "services", group: "" }],
    ["deployments.apps", { plural: "deployments", group: "apps" }],
    ["deployments.v1.apps", { plural: "deployments", version: "v1", group: "apps" }],
    ["pods.v1", { plural: "pods", version: "v1", group: "" }],
    ["gears.v2beta1.example.com", { plural: "gears", version: "v2beta1", group: "example.com" }],
    ["gears.vendor.example.com", { plural: "gears", group: "vendor.example.com" }],
    ["gear-boxes.v1.example.com", { plural: "gear-boxes", version: "v1", group: "example.com" }],
    ["gear-boxes", { plural: "gear-boxes", group: "" }],
  ])("reads %s", (text, name) => {
    expect(readResourceName(text)).toEqual(name);
  });

  it.each([
    "",
    "Deployment",
    "apps/v1",
    "deployments.",
    ".apps",
    "deploy ments",
    "gears-",
    "-gears",
  ])("does not read %j", (text) => {
    expect(readResourceName(text)).toBeUndefined();
  });
});

describe("describeResourceName", () => {
  it("leaves the version out", () => {
    expect(describeResourceName({ plural: "deployments", group: "apps" })).toBe("deployments.apps");
    expect(describeResourceName({ plural: "services", group: "" })).toBe("services");
  });
});
