import { describe, expect, it } from "vitest";
import type { Grant } from "../kinds/demo-identities.ts";
import { covers } from "./grants.ts";

type RequestedAccess = Parameters<typeof covers>[1];

const object: RequestedAccess = {
  verb: "update",
  kind: "Service",
  subresource: "",
  namespace: "default",
  name: "web",
};
const status: RequestedAccess = { ...object, subresource: "status" };
const list: RequestedAccess = { verb: "list", kind: "Service", subresource: "" };
const cluster: RequestedAccess = {
  verb: "update",
  kind: "Namespace",
  subresource: "",
  name: "web",
};

const exact: Grant = {
  resources: ["Service"],
  verbs: ["update", "list"],
  namespaces: ["default"],
  names: ["web"],
};
const everything: Grant = { resources: ["*", "*/status"], verbs: ["*"] };

describe("covers", () => {
  it.each<readonly [string, Grant, RequestedAccess, boolean]>([
    ["what it names", exact, object, true],
    ["another verb", exact, { ...object, verb: "delete" }, false],
    ["another kind", exact, { ...object, kind: "Bucket" }, false],
    ["another namespace", exact, { ...object, namespace: "other" }, false],
    ["another name", exact, { ...object, name: "db" }, false],
    ["the status by a permission on the object", exact, status, false],
    ["the status by its own name", { ...exact, resources: ["Service/status"] }, status, true],
    ["the object by one on its status", { ...exact, resources: ["Service/status"] }, object, false],
    ["any object by *", { ...exact, resources: ["*"] }, object, true],
    ["a status by *", { ...exact, resources: ["*"] }, status, false],
    ["any status by */status", { ...exact, resources: ["*/status"] }, status, true],
    ["an object by */status", { ...exact, resources: ["*/status"] }, object, false],
    ["any verb by *", { ...exact, verbs: ["*"] }, { ...object, verb: "delete" }, true],
    ["any namespace by *", { ...exact, namespaces: ["*"] }, { ...object, namespace: "a" }, true],
    ["any name by *", { ...exact, names: ["*"] }, { ...object, name: "db" }, true],
    ["a list by a name", { ...exact, namespaces: ["*"] }, list, false],
    [
      "all namespaces by one",
      { resources: ["*"], verbs: ["*"], namespaces: ["default"] },
      list,
      false,
    ],
    ["all namespaces by *", { resources: ["*"], verbs: ["*"], namespaces: ["*"] }, list, true],
    ["a kind without namespace by one", { ...everything, namespaces: ["default"] }, cluster, false],
    ["everything", everything, status, true],
    ["nothing by no resource", { ...everything, resources: [] }, object, false],
    ["a pattern that is none", { ...everything, resources: ["Serv*"] }, object, false],
  ])("decides: %s", (_, grant, asked, isCovered) => {
    expect(covers(grant, asked)).toBe(isCovered);
  });

  it("does not treat a kind as the status of another kind", () => {
    const grant = { ...everything, resources: ["Service/status"] };

    expect(covers(grant, { ...object, kind: "Service/status" })).toBe(false);
  });
});
