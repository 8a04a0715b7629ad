import { expect, it } from "vitest";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import { judged } from "../testing/verdict-on.ts";

const promises = { Widget: { owned: { kind: "Part", label: "owner" } } };

const ready = { observedGeneration: 1, conditions: [condition("Ready", "True")] };

const unready = { observedGeneration: 1, conditions: [condition("Ready", "False")] };

const begun = (): HistoryFixture => new HistoryFixture().controller("started").create({}, author);

/** A status for which the creation of the owned object arrives first, although its version is later. */
function late(status: typeof ready): HistoryFixture {
  const fixture = begun();
  return fixture.created("a", String(Number(fixture.version) + 3)).report(status, driven);
}

const early = "version 102 appears ready, but Part default/a was only created as version";

it.each<{
  readonly name: string;
  readonly fixture: () => HistoryFixture;
  readonly broken: readonly string[];
}>([
  {
    name: "ready before the owned object is created",
    fixture: () => begun().report(ready, driven).created("a").settle(),
    broken: [`${early} 103`],
  },
  {
    name: "ready before it, although that arrives later",
    fixture: () =>
      late(ready)
        .report({ ...ready, phase: "b" }, driven)
        .settle(),
    broken: [`${early} 104`],
  },
  {
    name: "ready before it, with the end of the run soon after",
    fixture: () => late(ready),
    broken: [`${early} 104`],
  },
  {
    name: "ready after it",
    fixture: () => begun().report(unready, driven).created("a").report(ready, driven).settle(),
    broken: [],
  },
  {
    name: "ready after it, which arrives later",
    fixture: () => {
      const fixture = begun().report(unready, driven);
      const version = fixture.nextVersion();
      return fixture.report(ready, driven).created("a", version).settle();
    },
    broken: [],
  },
  {
    name: "ready for an earlier spec, before the owned object is created",
    fixture: () => begun().report(ready, driven).edit({ size: 2 }, author).created("a").settle(),
    broken: [],
  },
  {
    name: "ready before an owned object that replaces the first one",
    fixture: () =>
      begun()
        .report(unready, driven)
        .created("a")
        .report(ready, driven)
        .owned("a", "gone")
        .created("b")
        .settle(),
    broken: [],
  },
  {
    name: "ready before an owned object without a known version",
    fixture: () => begun().report(ready, driven).owned("a", "exists").settle(),
    broken: [],
  },
  {
    name: "ready before an owned object whose version is no number",
    fixture: () => begun().report(ready, driven).created("a", "W/103").settle(),
    broken: [],
  },
  {
    name: "that replaced another one, ready before the owned object is created",
    fixture: () => begun().gone().create({}, author).report(ready, driven).created("a").settle(),
    broken: [],
  },
])("an object $name", ({ fixture, broken }) => {
  const { findings } = judged(fixture(), { promises });

  expect(findings.map(({ detail }) => detail)).toEqual(broken);
});
