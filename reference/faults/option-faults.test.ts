import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, ownedBy } from "../testing/buckets.ts";
import { at, connect, versionOf, watch } from "../testing/client.ts";
import { answer, compare, statusOf, used } from "../testing/symptoms.ts";
import type { Symptom } from "../testing/symptoms.ts";
import { writeFaults } from "./writes.ts";

const force = { options: { force: true } };
const dryRun = { options: { dryRun: true } };

const symptoms: Readonly<Record<string, Symptom>> = {
  "update-does-not-take-ownership": {
    look: async ({ report, apply }) => {
      await report(used(1));
      return answer(await apply(used(2), "m1"));
    },
    right: "CONFLICT",
    wrong: "accepted",
  },
  "manager-not-recorded": {
    look: async ({ report }) =>
      ownedBy((await report(used(1), { options: { fieldManager: "m1" } })).value, "m1").length,
    right: 1,
    wrong: 0,
  },
  "status-manager-recorded-for-object": {
    look: async ({ report }) => {
      const [entry] = ownedBy((await report(used(1))).value, "controller");
      return at(entry, "subresource") ?? null;
    },
    right: "status",
    wrong: null,
  },
  "status-write-resets-managers": {
    look: async ({ report }) => ownedBy((await report(used(1))).value, "author").length,
    right: 1,
    wrong: 0,
  },
  "dry-run-stores": {
    look: async ({ report, read }) => {
      await report(used(1), dryRun);
      return at(await read(), "status") ?? null;
    },
    right: null,
    wrong: used(1),
  },
  "dry-run-takes-version": {
    look: async ({ report, read }) => {
      const before = versionOf(await read());
      await report(used(1), dryRun);
      return versionOf(await read()) === before;
    },
    right: true,
    wrong: false,
  },
  "dry-run-skips-validation": {
    look: async ({ report }) => answer(await report(used(-1), dryRun)),
    right: "INVALID",
    wrong: "accepted",
  },
  "dry-run-skips-version": {
    look: async ({ report }) => answer(await report(used(1), { ...dryRun, resourceVersion: "1" })),
    right: "CONFLICT",
    wrong: "accepted",
  },
  "dry-run-skips-authorization": {
    look: async ({ report }) => answer(await report(used(1), { ...dryRun, role: "reader" })),
    right: "FORBIDDEN",
    wrong: "accepted",
  },
  "strict-validation-drops": {
    look: async ({ report }) =>
      answer(await report({ bogus: 1 }, { options: { fieldValidation: "STRICT" } })),
    right: "INVALID",
    wrong: "accepted",
  },
  "warn-validation-is-silent": {
    look: async ({ report }) =>
      (await report({ bogus: 1 }, { options: { fieldValidation: "WARN" } })).warnings !== undefined,
    right: true,
    wrong: false,
  },
  "ignore-validation-refuses": {
    look: async ({ report }) =>
      answer(await report({ bogus: 1 }, { options: { fieldValidation: "IGNORE" } })),
    right: "accepted",
    wrong: "INVALID",
  },
  "ignore-validation-stores": {
    look: async ({ report }) =>
      statusOf(await report({ bogus: 1 }, { options: { fieldValidation: "IGNORE" } })),
    right: {},
    wrong: { bogus: 1 },
  },
  "unknown-validation-mode-accepted": {
    look: async ({ report }) =>
      answer(await report(used(1), { options: { fieldValidation: "LAX" } })),
    right: "INVALID",
    wrong: "accepted",
  },
  "force-accepted-everywhere": {
    look: async ({ report }) => answer(await report(used(1), force)),
    right: "INVALID",
    wrong: "accepted",
  },
  "any-manager-accepted": {
    look: async ({ report }) =>
      answer(await report(used(1), { options: { fieldManager: "x".repeat(129) } })),
    right: "INVALID",
    wrong: "accepted",
  },
};

describe("a fault in options and ownership", () => {
  it.each(Object.entries(symptoms))("shows: %s", async (name, { look, right, wrong }) => {
    const fault = writeFaults.find((each) => each.name === name);
    if (fault === undefined) throw new Error(`There is no fault ${name}.`);

    expect(await compare(fault, look)).toEqual({ right, wrong });
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
    // A connection handles messages in order, so this reply shows that the watch is open.
    await watch(client, '{ resources(kind: "Bucket") { resourceVersion } }').next();
    await report(used(1), dryRun);

    expect(await next).toEqual({ object: { status: used(1) } });
    await client.dispose();
  });
});
