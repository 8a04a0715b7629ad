import { describe, expect, it } from "vitest";
import { condition, conditionsOf, ownedBy } from "../testing/bucket-writer.ts";
import { versionOf, at } from "../testing/reference-client.ts";
import { answer, compare, statusOf, used } from "../testing/symptoms.ts";
import type { Symptom } from "../testing/symptoms.ts";
import { writeFaults } from "./write-faults.ts";

const force = { options: { force: true } };

const symptoms: Readonly<Record<string, Symptom>> = {
  "empty-status-ignored": {
    act: async ({ report, replace, read }) => {
      await report(used(1));
      await replace({});
      return at(await read(), "status") ?? null;
    },
    right: {},
    wrong: used(1),
  },
  "reply-before-write": {
    act: async ({ report }) => {
      await report(used(1));
      return statusOf(await report(used(2)));
    },
    right: used(2),
    wrong: used(1),
  },
  "replace-keeps-omitted-members": {
    act: async ({ report, replace }) => {
      await report({ phase: "Ready" });
      return statusOf(await replace(used(1)));
    },
    right: used(1),
    wrong: { phase: "Ready", ...used(1) },
  },
  "merge-patch-null-ignored": {
    act: async ({ report, merge }) => {
      await report({ phase: "Ready", ...used(1) });
      return statusOf(await merge({ status: { phase: null } }));
    },
    right: used(1),
    wrong: { phase: "Ready", ...used(1) },
  },
  "merge-patch-appends-lists": {
    act: async ({ report, merge }) => {
      await report({ conditions: [condition("Ready"), condition("Old")] });
      const status = { conditions: [condition("Ready", { status: "False" })] };
      return conditionsOf((await merge({ status })).value);
    },
    right: ["Ready=False"],
    wrong: ["Old=True", "Ready=False"],
  },
  "merge-patch-replaces-status": {
    act: async ({ report, merge }) => {
      await report({ phase: "Ready" });
      return statusOf(await merge({ status: used(1) }));
    },
    right: { phase: "Ready", ...used(1) },
    wrong: used(1),
  },
  "merge-patch-creates-no-parents": {
    act: async ({ merge }) => answer(await merge({ status: used(1) })),
    right: "accepted",
    wrong: "INVALID",
  },
  "json-patch-test-ignored": {
    act: async ({ report, json }) => {
      await report(used(1));
      const test = { op: "test", path: "/status/usedObjects", value: 7 };
      return answer(await json([test, { op: "add", path: "/status/phase", value: "Ready" }]));
    },
    right: "INVALID",
    wrong: "accepted",
  },
  "json-patch-partly-applied": {
    act: async ({ report, json, read }) => {
      await report(used(1));
      const change = { op: "replace", path: "/status/usedObjects", value: 2 };
      await json([change, { op: "remove", path: "/status/phase" }]);
      return at(await read(), "status") ?? null;
    },
    right: used(1),
    wrong: used(2),
  },
  "json-patch-may-change-spec": {
    act: async ({ json, read }) => {
      await json([{ op: "replace", path: "/spec/region", value: "us" }]);
      return at(await read(), "spec") ?? null;
    },
    right: { region: "eu" },
    wrong: { region: "us" },
  },
  "json-patch-creates-parents": {
    act: async ({ json }) =>
      answer(await json([{ op: "add", path: "/status/phase", value: "Ready" }])),
    right: "INVALID",
    wrong: "accepted",
  },
  "json-patch-without-move": {
    act: async ({ json }) =>
      answer(
        await json([
          { op: "add", path: "/status", value: {} },
          { op: "copy", from: "/spec/region", path: "/status/instance" },
        ]),
      ),
    right: "accepted",
    wrong: "INVALID",
  },
  "malformed-json-patch-skipped": {
    act: async ({ json }) =>
      answer(
        await json([
          { op: "increment", path: "/status/usedObjects" },
          { op: "add", path: "/status", value: used(1) },
        ]),
      ),
    right: "INVALID",
    wrong: "accepted",
  },
  "stale-patch-accepted": {
    act: async ({ report, merge, read }) => {
      const resourceVersion = versionOf(await read());
      await report({ phase: "Ready" });
      return answer(await merge({ status: used(1) }, { resourceVersion }));
    },
    right: "CONFLICT",
    wrong: "accepted",
  },
  "apply-creates": {
    act: async ({ apply, delete: remove }) => {
      await remove();
      return answer(await apply(used(1), "m1", { resourceVersion: "1" }));
    },
    right: "NOT_FOUND",
    wrong: "accepted",
  },
  "apply-ignores-conflicts": {
    act: async ({ apply }) => {
      await apply(used(1), "m1");
      return answer(await apply(used(2), "m2"));
    },
    right: "CONFLICT",
    wrong: "accepted",
  },
  "ownership-conflict-looks-stale": {
    act: async ({ apply }) => {
      await apply(used(1), "m1");
      return (await apply(used(2), "m2")).fields.length;
    },
    right: 1,
    wrong: 0,
  },
  "force-keeps-old-owner": {
    act: async ({ apply, read }) => {
      await apply(used(1), "m1");
      await apply(used(2), "m2", force);
      return ownedBy(await read(), "m1").length;
    },
    right: 0,
    wrong: 1,
  },
  "apply-keeps-omitted-members": {
    act: async ({ apply }) => {
      await apply({ phase: "Ready", ...used(1) }, "m1");
      return statusOf(await apply(used(1), "m1"));
    },
    right: used(1),
    wrong: { phase: "Ready", ...used(1) },
  },
  "apply-removes-shared-members": {
    act: async ({ apply }) => {
      await apply({ phase: "Ready", ...used(1) }, "m1");
      await apply({ phase: "Ready" }, "m2");
      return statusOf(await apply(used(1), "m1"));
    },
    right: { phase: "Ready", ...used(1) },
    wrong: used(1),
  },
  "apply-replaces-all-conditions": {
    act: async ({ apply }) => {
      await apply({ conditions: [condition("Ready")] }, "m1");
      return conditionsOf((await apply({ conditions: [condition("Synced")] }, "m2")).value);
    },
    right: ["Ready=True", "Synced=True"],
    wrong: ["Synced=True"],
  },
  "apply-needs-no-manager": {
    act: async ({ applyDocument }) => answer(await applyDocument({ status: used(1) })),
    right: "INVALID",
    wrong: "accepted",
  },
};

describe("a fault in a form of write", () => {
  it.each(Object.entries(symptoms))("shows: %s", async (name, { act, right, wrong }) => {
    const fault = writeFaults.find((each) => each.name === name);
    if (fault === undefined) throw new Error(`There is no fault ${name}.`);

    expect(await compare(fault, act)).toEqual({ right, wrong });
  });
});
