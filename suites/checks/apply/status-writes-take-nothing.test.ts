import { describe, expect, it } from "vitest";
import type { JsonObject, ManagedFields, Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { managers } from "./field-managers.ts";
import { statusWritesTakeNothing } from "./status-writes-take-nothing.ts";

const spec = "apply.status-write-takes-no-spec";
const metadata = "apply.status-write-takes-no-metadata";

const owned = {
  "f:spec": { "f:size": {} },
  "f:metadata": { "f:labels": { "f:note": {} } },
};

const { "f:metadata": _metadata, ...specAlone } = owned;
const { "f:spec": _spec, ...labelsAlone } = owned;

function recordOf(fields: JsonObject): readonly ManagedFields[] {
  const status = { "f:status": { "f:num": {} } };
  return [
    { manager: managers.second, operation: "Update", subresource: "status", fields: status },
    { manager: managers.first, operation: "Update", fields },
  ];
}

interface Shown {
  readonly fields?: JsonObject;
  readonly size?: number;
  readonly note?: string;
}

function shows({ fields = owned, size = 1, note = "owned" }: Shown = {}): Outcome {
  const record = { managedFields: recordOf(fields), labels: { note } };
  return accepted(resourceAt("2", { spec: { size }, metadata: record }));
}

interface Parts {
  readonly before?: Outcome;
  readonly plain?: Outcome;
  readonly withSpec?: Outcome;
  readonly withLabel?: Outcome;
}

function judge({
  before = shows(),
  plain = shows(),
  withSpec = refused("invalid"),
  withLabel = refused("invalid"),
}: Parts): readonly Finding[] {
  const trial = {
    owned: stepWith(before, 1),
    plain: stepWith(plain, 2),
    withSpec: stepWith(withSpec, 3),
    withLabel: stepWith(withLabel, 4),
  };
  return statusWritesTakeNothing.judge({ trials: [trial] }, strictTarget);
}

const lost = shows({ fields: specAlone });

describe("a status write under another name", () => {
  it.each<{ why: string; of: Parts; open: Readonly<Record<string, string>> }>([
    { why: "takes nothing", of: {}, open: {} },
    {
      why: "takes the spec",
      of: { plain: shows({ fields: labelsAlone }) },
      open: { [spec]: "violated" },
    },
    { why: "takes the labels", of: { plain: lost }, open: { [metadata]: "violated" } },
    {
      why: "takes a spec that it carries",
      of: { withSpec: shows({ fields: labelsAlone }) },
      open: { [spec]: "violated" },
    },
    {
      why: "takes labels that it carries",
      of: { withSpec: shows(), withLabel: lost },
      open: { [metadata]: "violated" },
    },
    {
      why: "took them before it carried any",
      of: { plain: lost, withLabel: lost },
      open: { [metadata]: "violated" },
    },
    {
      why: "stores the spec that it carries, and owns it",
      of: { withSpec: shows({ fields: labelsAlone, size: 2 }) },
      open: {},
    },
    {
      why: "stores the label that it carries, and owns it",
      of: { withLabel: shows({ fields: specAlone, note: "taken" }) },
      open: {},
    },
    {
      why: "is rejected",
      of: { plain: refused("conflict") },
      open: { [spec]: "undecided", [metadata]: "undecided" },
    },
    {
      why: "gets no response",
      of: { plain: noReply },
      open: { [spec]: "errored", [metadata]: "errored" },
    },
  ])("$why", ({ of, open }) => {
    expect(openResults(judge(of))).toEqual(open);
  });

  it("shows nothing if no field has an owner", () => {
    const nothing = shows({ fields: {} });

    expect(judge({ before: nothing, plain: nothing })).toMatchObject([
      { requirement: spec, instances: 0 },
      { requirement: metadata, instances: 0 },
    ]);
    expect(statusWritesTakeNothing.judge({ trials: [] }, strictTarget)).toMatchObject([
      { requirement: spec, instances: 0 },
      { requirement: metadata, instances: 0 },
    ]);
  });

  it("takes nothing from the owner of an atomic spec", () => {
    const atomic = shows({ fields: { ...labelsAlone, "f:spec": {} } });
    const taken = judge({ before: atomic, plain: shows({ fields: labelsAlone }) });

    expect(judge({ before: atomic, plain: atomic })).toMatchObject([
      { requirement: spec, result: "held", instances: 1 },
      { requirement: metadata, instances: 1 },
    ]);
    expect(openResults(taken)).toEqual({ [spec]: "violated" });
  });

  it("is compared as a whole in another notation", () => {
    const before = shows({ fields: { paths: ["spec.size"] } });

    expect(openResults(judge({ before, plain: before }))).toEqual({});
    expect(openResults(judge({ before, plain: shows({ fields: { paths: [] } }) }))).toEqual({
      [spec]: "violated",
      [metadata]: "violated",
    });
  });

  it("is named with the mutation and the owner that it removed", () => {
    const before = stepWith(shows(), 1);
    const report = stepWith(shows({ fields: labelsAlone }), 2);
    const plain = { ...report, command: { ...report.command, via: "report" } };
    const refusal = stepWith(refused("invalid"), 3);
    const trial = { owned: before, plain, withSpec: refusal, withLabel: refusal };

    expect(statusWritesTakeNothing.judge({ trials: [trial] }, strictTarget)[0]).toEqual({
      result: "violated",
      requirement: spec,
      expected: "a status write through report leaves the recorded owners of the spec unchanged",
      actual: `the recorded owners of the spec: ${managers.first} (Update) is absent instead of {"f:size":{}}`,
      evidence: [1, 2],
    });
  });
});
