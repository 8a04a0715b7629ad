import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, ownedBy } from "../testing/bucket-writer.ts";
import { at, connect, versionOf, watch } from "../testing/reference-client.ts";
import { answer, compare, statusOf, used } from "../testing/symptoms.ts";
import type { Symptom } from "../testing/symptoms.ts";
import { writeFaults } from "./write-faults.ts";

const force = { options: { force: true } };
const dryRun = { options: { dryRun: true } };

const symptoms: Readonly<Record<string, Symptom>> = {
  "update-does-not-take-ownership": {
    act: async ({ report, apply }) => {
      await report(used(1));
      return answer(await apply(used(2), "m1"));
    },
    right: "CONFLICT",
    wrong: "accepted",
  },
  "manager-not-recorded": {
    act: async ({ report }) =>
      ownedBy((await report(used(1), { options: { fieldManager: "m1" } })).value, "m1").length,
    right: 1,
    wrong: 0,
  },
  "status-manager-recorded-for-object": {
    act: async ({ report }) => {
      const [entry] = ownedBy((await report(used(1))).value, "controller");
      return at(entry, "subresource") ?? null;
    },
    right: "status",
    wrong: null,
  },
  "status-write-resets-managers": {
    act: async ({ report }) => ownedBy((await report(used(1))).value, "author").length,
    right: 1,
    wrong: 0,
  },
  "dry-run-stores": {
    act: async ({ report, read }) => {
      await report(used(1), dryRun);
      return at(await read(), "status") ?? null;
    },
    right: null,
    wrong: used(1),
  },
  "dry-run-of-spec-stores": {
    act: async ({ update, read }) => {
      await update({ spec: { region: "us" } }, dryRun);
      return at(await read(), "spec", "region") ?? null;
    },
    right: "eu",
    wrong: "us",
  },
  "dry-run-of-spec-counts": {
    act: async ({ update, read }) => {
      await update({ spec: { region: "us" } }, dryRun);
      const stored = await read();
      return [at(stored, "spec", "region") ?? null, at(stored, "metadata", "generation") ?? null];
    },
    right: ["eu", 1],
    wrong: ["eu", 2],
  },
  "empty-merge-patch-takes-version": {
    act: async ({ report, merge, read }) => {
      await report(used(1));
      const before = versionOf(await read());
      await merge({ status: {} });
      return versionOf(await read()) === before;
    },
    right: true,
    wrong: false,
  },
  "dry-run-takes-version": {
    act: async ({ report, read }) => {
      const before = versionOf(await read());
      await report(used(1), dryRun);
      return versionOf(await read()) === before;
    },
    right: true,
    wrong: false,
  },
  "dry-run-skips-validation": {
    act: async ({ report }) => answer(await report(used(-1), dryRun)),
    right: "INVALID",
    wrong: "accepted",
  },
  "dry-run-skips-version": {
    act: async ({ report }) => answer(await report(used(1), { ...dryRun, resourceVersion: "1" })),
    right: "CONFLICT",
    wrong: "accepted",
  },
  "dry-run-skips-authorization": {
    act: async ({ report }) => answer(await report(used(1), { ...dryRun, role: "reader" })),
    right: "FORBIDDEN",
    wrong: "accepted",
  },
  "strict-validation-drops": {
    act: async ({ report }) =>
      answer(await report({ bogus: 1 }, { options: { fieldValidation: "STRICT" } })),
    right: "INVALID",
    wrong: "accepted",
  },
  "warn-validation-is-silent": {
    act: async ({ report }) =>
      (await report({ bogus: 1 }, { options: { fieldValidation: "WARN" } })).warnings !== undefined,
    right: true,
    wrong: false,
  },
  "ignore-validation-refuses": {
    act: async ({ report }) =>
      answer(await report({ bogus: 1 }, { options: { fieldValidation: "IGNORE" } })),
    right: "accepted",
    wrong: "INVALID",
  },
  "ignore-validation-stores": {
    act: async ({ report }) =>
      statusOf(await report({ bogus: 1 }, { options: { fieldValidation: "IGNORE" } })),
    right: {},
    wrong: { bogus: 1 },
  },
  "unknown-validation-mode-accepted": {
    act: async ({ report }) =>
      answer(await report(used(1), { options: { fieldValidation: "LAX" } })),
    right: "INVALID",
    wrong: "accepted",
  },
  "force-accepted-everywhere": {
    act: async ({ report }) => answer(await report(used(1), force)),
    right: "INVALID",
    wrong: "accepted",
  },
  "any-manager-accepted": {
    act: async ({ report }) =>
      answer(await report(used(1), { options: { fieldManager: "x".repeat(129) } })),
    right: "INVALID",
    wrong: "accepted",
  },
};

describe("a fault in options and ownership", () => {
  it.each(Object.entries(symptoms))("shows: %s", async (name, { act, right, wrong }) => {
    const fault = writeFaults.find((each) => each.name === name);
    if (fault === undefined) throw new Error(`There is no fault ${name}.`);

    expect(await compare(fault, act)).toEqual({ right, wrong });
  });

  it("shows: dry-run-announces", async () => {
    const faults = writeFaults.filter(({ name }) => name === "dry-run-announces");
    await using server = await startReference({ faults });
    const { create, report } = bucketOf(server);
    await create();
    const client = connect(server, "reader");
    const query = 'subscription { watchResources(kind: "Bucket") { object { status } } }';
    await using stream = watch(client, query);
    const next = stream.next();
    // A connection handles messages in order, so this response shows that the watch is open.
    await watch(client, '{ resources(kind: "Bucket") { resourceVersion } }').next();
    await report(used(1), dryRun);

    expect(await next).toEqual({ object: { status: used(1) } });
    await client.dispose();
  });
});
