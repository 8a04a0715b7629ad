import { expect, it } from "vitest";
import { bodyWordsOf } from "./body-words.ts";
import { canonicalDialect } from "./canonical.ts";

it("finds what versions and statuses are called, in requests and in replies", () => {
  const words = bodyWordsOf(canonicalDialect);

  expect(words.version).toContain("resourceVersion");
  expect(words.status).toContain("status");
});

it("has each name once, also where it stands deep in the arguments", () => {
  const kinds = canonicalDialect.kinds.map((kind) => ({
    ...kind,
    paths: { ...kind.paths, resourceVersion: "meta.rev" },
    operations: {
      ...kind.operations,
      update: [],
      patchStatus: [],
      updateStatus: kind.operations.updateStatus.map((operation) => ({
        ...operation,
        arguments: { input: { at: { replaces: "$resourceVersion" }, observed: "$status" } },
      })),
    },
  }));

  expect(bodyWordsOf({ kinds })).toEqual({ version: ["replaces", "rev"], status: ["observed"] });
});
