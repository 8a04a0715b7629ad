import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, created, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

const ready = (status: string): JsonObject => ({
  observedGeneration: 1,
  conditions: [condition("Ready", status)],
});

describe("readiness", () => {
  const address = { promises: { Widget: { allocations: [["address"]] } } };

  it.each<Row>([
    {
      name: "the generation before the condition",
      fixture: () => created().report({ observedGeneration: 1 }).report(ready("False")),
      broken: ["controller.not-ready-before-observed"],
    },
    {
      name: "both at once",
      fixture: () =>
        created()
          .report(ready("False"))
          .report({ ...ready("False"), phase: "b" }),
      broken: [],
    },
    {
      name: "a kind that has no such condition",
      fixture: () =>
        created().report({ observedGeneration: 1 }).report({ observedGeneration: 1, a: 1 }),
      broken: [],
    },
    {
      name: "a condition that came with the next generation",
      fixture: () =>
        created()
          .report({ observedGeneration: 1 })
          .edit({ size: 2 })
          .report({ ...ready("False"), observedGeneration: 2 }),
      broken: [],
    },
    {
      name: "ready before the address",
      fixture: () =>
        created()
          .report(ready("True"))
          .report({ ...ready("True"), address: "10.0.0.1" }),
      broken: ["controller.not-ready-before-observed"],
      options: address,
    },
    {
      name: "ready with the address",
      fixture: () => created().report({ ...ready("True"), address: "10.0.0.1" }),
      broken: [],
      options: address,
    },
    {
      name: "an address that changes",
      fixture: () =>
        created()
          .report({ ...ready("True"), address: "10.0.0.1" })
          .report({ ...ready("True"), address: "10.0.0.2" }),
      broken: ["controller.allocation-is-stable"],
      options: address,
    },
    {
      name: "an address that changes after a new wish",
      fixture: () =>
        created()
          .report({ ...ready("True"), address: "10.0.0.1" })
          .edit({ size: 2 })
          .report({ ...ready("True"), observedGeneration: 2, address: "10.0.0.2" }),
      broken: [],
      options: address,
    },
    {
      name: "an address for an older wish, stored after the newer one, and then that for the newer one",
      fixture: () =>
        created()
          .edit({ size: 2 })
          .report({ ...ready("True"), observedGeneration: 1, address: "10.0.0.1" })
          .report({ ...ready("True"), observedGeneration: 2, address: "10.0.0.2" }),
      broken: [],
      options: address,
    },
    {
      name: "an address that changes again, after a new wish was answered",
      fixture: () =>
        created()
          .report({ ...ready("True"), address: "10.0.0.1" })
          .edit({ size: 2 })
          .report({ ...ready("True"), observedGeneration: 2, address: "10.0.0.2" })
          .report({ ...ready("True"), observedGeneration: 2, address: "10.0.0.3" }),
      broken: ["controller.allocation-is-stable"],
      options: address,
    },
  ])("$name", ({ fixture, broken, options }) =>
    expect(brokenBy(fixture(), options)).toEqual(broken),
  );
});

const granted = (observedGeneration: number, instance: string): JsonObject => ({
  observedGeneration,
  instance,
});

const asked = (): HistoryFixture =>
  new HistoryFixture()
    .create({ spec: { instance: "a" } }, author)
    .report(granted(1, "a"), driven)
    .edit({ instance: "b" }, author);

describe("acknowledgements", () => {
  const promises = {
    Widget: { acknowledgements: [{ spec: ["instance"], status: ["instance"] }] },
  };

  it.each<Row>([
    {
      name: "for an older request",
      fixture: () => asked().report(granted(2, "a"), driven),
      broken: ["controller.acknowledges-current-request"],
    },
    {
      name: "for the current one",
      fixture: () => asked().report(granted(2, "b"), driven),
      broken: [],
    },
    {
      name: "for an older request, said to be so",
      fixture: () => asked().report({ ...granted(1, "a"), phase: "x" }, driven),
      broken: [],
    },
    {
      name: "refused",
      fixture: () => asked().report({ observedGeneration: 2 }, driven),
      broken: [],
    },
    {
      name: "with something that nobody asked for",
      fixture: () => asked().report(granted(2, "c"), driven),
      broken: [],
    },
    {
      name: "with the generation of the re-read",
      fixture: () =>
        new HistoryFixture()
          .create({ spec: { instance: "a" } }, author)
          .edit({ instance: "b" }, author)
          .refuse("conflict", { status: granted(1, "a") })
          .report(granted(2, "a"), driven)
          .edit({ instance: "c" }, author)
          .report(granted(3, "c"), driven),
      broken: ["controller.observed-generation-of-start"],
    },
    {
      name: "with the generation of the start, and then the next",
      fixture: () =>
        new HistoryFixture()
          .create({ spec: { instance: "a" } }, author)
          .edit({ instance: "b" }, author)
          .refuse("conflict", { status: granted(1, "a") })
          .report(granted(1, "a"), driven)
          .report(granted(2, "b"), driven),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture(), { promises })).toEqual(broken));
});
