import { expect, it } from "vitest";
import { canonicalDialect } from "../dialect/canonical.ts";
import { bodyWordsOf } from "./describe-target.ts";

it("finds the names of versions and statuses, in requests and in responses", () => {
  const words = bodyWordsOf(canonicalDialect);

  expect(words.version).toContain("resourceVersion");
  expect(words.status).toContain("status");
  expect(words.name).toEqual(["name"]);
});

it("has each name once, even deep in the arguments", () => {
  const kinds = canonicalDialect.kinds.map((kind) => ({
    ...kind,
    paths: { ...kind.paths, resourceVersion: "meta.rev" },
    operations: {
      ...kind.operations,
      create: [],
      update: [],
      patchStatus: [],
      delete: [],
      updateStatus: kind.operations.updateStatus.map((operation) => ({
        ...operation,
        arguments: {
          key: "$name",
          input: { at: { replaces: "$resourceVersion" }, observed: "$status" },
        },
      })),
    },
  }));

  expect(bodyWordsOf({ kinds })).toEqual({
    name: ["key", "name"],
    version: ["replaces", "rev"],
    status: ["observed"],
  });
});
