import { describe, expect, it } from "vitest";
import { ownedBy } from "../testing/bucket-writer.ts";
import { at } from "../testing/reference-client.ts";
import { answer, compare, statusOf, used } from "../testing/symptoms.ts";
import type { Symptom } from "../testing/symptoms.ts";
import { writeFaults } from "./write-faults.ts";

const force = { options: { force: true } };
const asM1 = { options: { fieldManager: "m1" } };

const symptoms: Readonly<Record<string, Symptom>> = {
  "ownership-conflict-hides-manager": {
    act: async ({ apply }) => {
      await apply(used(1), "m1");
      const { errors } = await apply(used(2), "m2");
      return JSON.stringify(errors).includes("m1");
    },
    right: true,
    wrong: false,
  },
  "last-applier-owns-alone": {
    act: async ({ apply }) => {
      await apply(used(1), "m1");
      await apply(used(1), "m2");
      return answer(await apply(used(2), "m2"));
    },
    right: "CONFLICT",
    wrong: "accepted",
  },
  "every-write-conflicts-with-owners": {
    act: async ({ apply, report }) => {
      await apply(used(1), "m1");
      return answer(await report(used(2)));
    },
    right: "accepted",
    wrong: "CONFLICT",
  },
  "one-entry-per-manager": {
    act: async ({ update, apply }) => {
      await update({ spec: { region: "us" } }, asM1);
      return ownedBy((await apply(used(1), "m1")).value, "m1").length;
    },
    right: 2,
    wrong: 1,
  },
  "apply-withdraws-spec-of-manager": {
    act: async ({ update, apply, read }) => {
      await update({ spec: { region: "us" } }, asM1);
      await apply(used(1), "m1");
      return at(await read(), "spec") ?? null;
    },
    right: { region: "us" },
    wrong: {},
  },
  "apply-refused-for-typed-kinds": {
    act: async ({ apply }) => answer(await apply(used(1), "m1", force)),
    right: "accepted",
    wrong: "INVALID",
  },
  "dry-run-answers-stored-object": {
    act: async ({ report }) => statusOf(await report(used(1), { options: { dryRun: true } })),
    right: used(1),
    wrong: null,
  },
};

describe("a fault in field ownership", () => {
  it.each(Object.entries(symptoms))("shows: %s", async (name, { act, right, wrong }) => {
    const fault = writeFaults.find((each) => each.name === name);
    if (fault === undefined) throw new Error(`There is no fault ${name}.`);

    expect(await compare(fault, act)).toEqual({ right, wrong });
  });
});
