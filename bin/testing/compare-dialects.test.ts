import { expect, it } from "vitest";
import { compareDialects } from "./compare-dialects.ts";

const byHand = `
outcomes:
  - { reason: conflict, message: has changed }
features: [delete, watch]
semantics: { noOp: takesVersion }
kinds:
  Note:
    scope: cluster
    operations:
      read: { note: { arguments: { name: $name } } }
      delete: { dropNote: { arguments: { name: $name } } }
`;

const written = `
outcomes:
  - { reason: conflict, message: note has changed }
  - { reason: invalid, code: INVALID }
features: [delete]
kinds:
  Note:
    # medium: nothing says so
    scope: namespaced
    operations:
      read: { note: { arguments: { name: $kind, force: $force } } }
      delete: { dropNote: { arguments: { name: $name } } }
`;

it("reports missing and wrong values, and those without a warning", () => {
  const { same, edits, unmarked } = compareDialects(written, byHand);
  expect(same).toBe(3);
  expect(edits).toEqual([
    'kinds.Note.scope: "namespaced" is wrong',
    'kinds.Note.operations.read.note.arguments.name: "$kind" is wrong',
    'kinds.Note.operations.read.note.arguments.force: "$force" is wrong',
    "features.watch: missing",
    "semantics.noOp: missing",
  ]);
  expect(unmarked).toEqual(["kinds.Note.operations.read.note.arguments.name"]);
});

it("finds nothing between a dialect and itself", () => {
  expect(compareDialects(byHand, byHand)).toMatchObject({ same: 7, edits: [], unmarked: [] });
});
