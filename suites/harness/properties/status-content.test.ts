import { applyPatch } from "rfc6902";
import type { Operation } from "rfc6902";
import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { jsonPatchOf } from "./status-content.ts";

function isOperation(operation: JsonObject): operation is JsonObject & Operation {
  return typeof operation["op"] === "string" && typeof operation["path"] === "string";
}

it.each([true, false])(
  "a JSON patch sets and removes fields with any name, after a test: %s",
  (isFirm) => {
    const status = { "lab.example/load": 3, "a~b": null, plain: "x" };
    const document = { status: { "lab.example/load": 3, "a~b": 1 } };

    const results = applyPatch(document, jsonPatchOf(status, isFirm).filter(isOperation));

    expect(results.filter((problem) => problem !== null)).toEqual([]);
    expect(document).toEqual({ status: { "lab.example/load": 3, plain: "x" } });
  },
);
