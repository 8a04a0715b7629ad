import { expect, it } from "vitest";
import type { WatchOperation } from "#targets/graphql";
import { mergedWatch, reportsChanges, typeOfEvents } from "./merged-watches.ts";

const writes = [
  { name: "fireKiln", type: "ADDED" },
  { name: "stokeKiln", type: "MODIFIED" },
  { name: "razeKiln", type: "DELETED" },
] as const;

it.each([
  { field: "onCreateKiln", type: "ADDED" },
  { field: "kilnUpdated", type: "MODIFIED" },
  { field: "KilnDeleted", type: "DELETED" },
  { field: "kilnFired", type: "ADDED" },
  { field: "kiln_stoked", type: "MODIFIED" },
  { field: "kilnRazed", type: "DELETED" },
  { field: "kilnNews", type: undefined },
])("takes $field for a subscription to $type", ({ field, type }) => {
  expect(typeOfEvents(field, { kind: "Kiln", writes })).toBe(type);
});

it("does not mistake the name of a kind for a change", () => {
  expect(typeOfEvents("addressStored", { kind: "Address", writes: [] })).toBeUndefined();
});

function watch(field: string, parts: Partial<WatchOperation> = {}): WatchOperation {
  return {
    id: field,
    field,
    arguments: { site: "$namespace" },
    shape: "object",
    object: "",
    ...parts,
  };
}

it("combines subscriptions to different changes into one watch", () => {
  const gone = watch("kilnDeleted", { shape: "event", key: { uid: "" } });
  const merged = mergedWatch("Kiln", [
    { operation: watch("kilnCreated"), type: "ADDED" },
    { operation: watch("kilnReported") },
    { operation: gone, type: "DELETED" },
  ]);

  expect(merged).toEqual({
    id: "kilnChanges",
    field: "kilnCreated",
    arguments: { site: "$namespace" },
    object: "",
    streams: [
      { field: "kilnCreated", type: "ADDED" },
      { field: "kilnReported", type: "MODIFIED" },
      { field: "kilnDeleted", type: "DELETED", key: { uid: "" } },
    ],
  });
});

it.each([
  {
    why: "they follow one object",
    watches: [watch("kilnCreated", { arguments: { name: "$name" } }), watch("kilnDeleted")],
  },
  { why: "each tells of all changes", watches: [watch("kilnNews"), watch("kilnFeed")] },
  {
    why: "they take other arguments",
    watches: [watch("kilnCreated"), watch("kilnDeleted", { arguments: {} })],
  },
])("keeps subscriptions apart where $why", ({ watches }) => {
  const guesses = watches.map((operation) => {
    const type = typeOfEvents(operation.field, { kind: "Kiln", writes: [] });
    return { operation, ...(type === undefined ? {} : { type }) };
  });

  expect(mergedWatch("Kiln", guesses)).toBeUndefined();
});

it("assumes that the only subscription besides the one for deletions also reports creations", () => {
  const merged = mergedWatch("Kiln", [
    { operation: watch("kilnSaved") },
    { operation: watch("kilnGone", { shape: "event", key: { uid: "" } }), type: "DELETED" },
  ]);

  expect(merged?.streams).toEqual([
    { field: "kilnSaved", type: "UPSERTED" },
    { field: "kilnGone", type: "DELETED", key: { uid: "" } },
  ]);
});

it("needs a subscription to changes", () => {
  const life = [
    { field: "kilnAdded", type: "ADDED" },
    { field: "kilnRemoved", type: "DELETED" },
  ] as const;
  const saved = { field: "kilnSaved", type: "UPSERTED" } as const;

  expect(reportsChanges(watch("kilnEvents"))).toBe(true);
  expect(reportsChanges(watch("kilnChanges", { streams: life }))).toBe(false);
  expect(reportsChanges(watch("kilnChanges", { streams: [...life, saved] }))).toBe(true);
});
