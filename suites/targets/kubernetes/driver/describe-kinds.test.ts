import { describe, expect, it } from "vitest";
import { describeKinds } from "./describe-kinds.ts";
import { builtInKinds } from "../named-kinds/built-in-kinds.ts";
import type { KindNotes } from "../resources/kind-samples.ts";
import { readObject } from "../requests/read-object.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { widget, widgetBody } from "../testing/widget.ts";

function noted(notes: KindNotes): RestKind {
  return { ...widget, samples: notes.samples ?? widget.samples, notes };
}

describe("describeKinds", () => {
  it("declares nothing of kinds that the suite brings", () => {
    const [described] = describeKinds([widget]);

    expect(described).not.toHaveProperty("lacks");
    expect(described).not.toHaveProperty("semantics");
    expect(described).not.toHaveProperty("statusMetadata");
  });

  it.each([
    { what: "another type", side: 1, order: "invalid" },
    { what: "the type of a later sample", side: "Middle", order: undefined },
  ])("expects the reason of a stale apply with a value of $what", ({ side, order }) => {
    const invalid = { status: { side }, field: "status.side", defect: "no side" };
    const samples = {
      ...widget.samples,
      statuses: [{ blown: false, side: null }, { side: "Left" }],
      invalidStatuses: [invalid],
    };
    const [described] = describeKinds([{ ...widget, samples }]);

    expect(described?.statusSemantics?.["status.apply"]?.staleAndInvalid).toBe(order);
  });

  it("uses no withdrawn mutation for a status", () => {
    const [described] = describeKinds([widget], ["status.apply", "status.replace", "dry-run"]);

    expect(described?.operations.updateStatus).toEqual(["status.patch.merge", "status.patch.json"]);
  });

  it("expects no uid in a status that can only be patched", () => {
    const excuse = { "concurrency.uid-precondition": "no status write has a place for a uid" };

    expect(describeKinds([widget], ["status.replace"])[0]?.excuses).toMatchObject(excuse);
    for (const kind of [widget, { ...widget, hasStatus: false }]) {
      expect(describeKinds([kind])[0]?.excuses).not.toHaveProperty("concurrency.uid-precondition");
    }
  });

  it("names the status writes through other versions of a kind", () => {
    const kind = { ...widget, otherVersions: ["v1beta1"] };

    expect(describeKinds([kind])[0]?.otherVersions).toEqual(["status.put@v1beta1"]);
    expect(describeKinds([kind], ["status.replace"])[0]).not.toHaveProperty("otherVersions");
    expect(describeKinds([widget])[0]).not.toHaveProperty("otherVersions");
  });

  it.each([
    [["patch.json"], ["put", "patch.merge"]],
    [["patch.merge"], ["put", "patch.json"]],
    [["patch.json", "patch.merge"], ["put"]],
    [[], ["put", "patch.json", "patch.merge"]],
  ])("updates without %j by %j", (unsupportedUpdates, update) => {
    const [described] = describeKinds([{ ...widget, unsupportedUpdates }]);

    expect(described?.operations.update).toEqual(update);
  });

  it("declares no updates of a kind whose spec is immutable", () => {
    const withoutUpdates = "its spec is immutable";
    const [described] = describeKinds([{ ...widget, withoutUpdates }]);

    expect(described?.operations.update).toEqual([]);
    expect(described?.withoutUpdates).toBe(withoutUpdates);
  });

  it("declares the known properties of a built-in kind", () => {
    const [deployment] = describeKinds([noted(builtInKinds.get("deployments.apps") ?? {})]);

    expect(deployment).toMatchObject({
      lacks: ["status.conditions", "status.default"],
      semantics: { annotatedGeneration: "moved", emptyVersion: "ignored", zeroMembers: "leftOut" },
      statusMetadata: ["annotations", "finalizers", "ownerReferences"],
      statusSemantics: { "status.put": { precondition: "optional", omittedMembers: "removed" } },
    });
    expect(deployment?.semantics).not.toHaveProperty("statusMetadata");
  });

  it("names the fields that a status has whether they are written or not", () => {
    const statusForm = {
      always: { host: "a" },
      standIn: { ancestors: [] },
      defaults: { phase: "Pending" },
    };
    const [described] = describeKinds([{ ...widget, statusForm }]);

    expect(described?.standingMembers).toEqual(["host", "ancestors", "phase"]);
  });

  it("uses no feature that the server rejects", () => {
    const unsupported = ["dry-run", "status.apply"] as const;
    const [described] = describeKinds([{ ...noted({}), unsupported }]);

    expect(described?.lacks).toEqual(expect.arrayContaining([...unsupported]));
    expect(described?.operations.updateStatus).not.toContain("status.apply");
    expect(described?.unsupported).toEqual(unsupported);
  });

  it("has no operation that the server rejects", () => {
    const patches = ["status.patch.merge", "status.patch.json", "status.apply"] as const;
    const [described] = describeKinds([{ ...noted({}), unsupported: [...patches, "watch"] }]);

    expect(described?.operations).toMatchObject({
      updateStatus: ["status.put"],
      patchStatus: [],
      watch: [],
    });
    expect(described?.lacks).toContain("status.partial");
    expect(describeKinds([widget], ["watch"])[0]?.operations.watch).toEqual([]);
    expect(describeKinds([widget], ["status.apply"])[0]?.operations.patchStatus).toHaveLength(1);
  });

  it("excuses a rule about two kinds if there is only one of a scope", () => {
    const binding = ["allocation.binding-leaves-holder-alone"];

    expect(describeKinds([widget])[0]?.excuses).toHaveProperty(binding);
    for (const { excuses = {} } of describeKinds([
      widget,
      { ...noted({}), name: "Realm", scope: "cluster" },
    ])) {
      expect(excuses).toHaveProperty(binding);
    }
    for (const { excuses = {} } of describeKinds([widget, { ...widget, name: "Gear" }])) {
      expect(excuses).not.toHaveProperty(binding);
    }
  });

  it("selects no objects if the user withdraws selectors", () => {
    const [without] = describeKinds([widget], ["watch.selector"]);
    const [unwatched] = describeKinds([widget], ["watch", "watch.selector"]);

    expect(without).not.toHaveProperty("selectedLists");
    expect(without?.excuses).toHaveProperty(["write.list-selector-filter"]);
    expect(unwatched?.selectedLists).toEqual(["list", "list.paged"]);
    expect(unwatched?.excuses ?? {}).not.toHaveProperty(["write.list-selector-filter"]);
  });

  it("excuses what needs a missing feature, but not the rule that demands it", () => {
    const unsupported = ["dry-run", "status.apply"] as const;
    const { excuses = {} } = describeKinds([{ ...noted({}), unsupported }])[0] ?? {};

    expect(excuses["apply.conflict-without-force"]).toContain("does not support status.apply");
    expect(Object.keys(excuses)).not.toContain("write.apply-works-for-every-kind");
    expect(Object.keys(excuses)).not.toContain("write.dry-run-stores-nothing");
  });

  it("declares no apply and no owners of single fields for an atomic status", () => {
    const [described] = describeKinds([{ ...noted({}), hasAtomicStatus: true }]);

    expect(described?.lacks).toContain("status.apply");
    expect(described?.operations.updateStatus).not.toContain("status.apply");
    expect(described?.excuses).toHaveProperty(["write.managers-not-writable"]);
  });

  it("declares that labels and annotations are written, if both are", () => {
    const [described] = describeKinds([noted({ statusMetadata: ["labels", "annotations"] })]);

    expect(described?.semantics).toEqual({ lists: "absent", statusMetadata: "written" });
  });

  it("omits fields that a cluster-scoped object cannot have", () => {
    const [described] = describeKinds([{ ...noted({ lacksGeneration: true }), scope: "cluster" }]);

    expect(described?.lacks).toEqual([
      "status.conditions",
      "status.observedGeneration",
      "generation",
      "status.default",
      "authorization.namespaces",
      "watch.namespace",
    ]);
  });
});

describe("readObject", () => {
  it("treats a number that is always shown as absent if it is 0", () => {
    const body = widgetBody("1", { status: { replicas: 0, ready: 0, failed: 2 } });

    expect(readObject(body, noted({ unsetAsZero: ["replicas", "failed"] }))).toMatchObject({
      value: { status: { ready: 0, failed: 2 } },
    });
    expect(readObject(body, widget)).toMatchObject({ value: { status: { replicas: 0 } } });
  });
});

describe("the values of built-in kinds", () => {
  it.each([...builtInKinds])("of %s are three, with the same members", (_name, { samples }) => {
    const { specs = [], statuses = [], counter = "" } = samples ?? {};

    for (const side of [specs, statuses]) {
      expect(new Set(side.map((one) => JSON.stringify(one))).size).toBe(3);
      expect(new Set(side.map((one) => Object.keys(one).join())).size).toBe(1);
    }
    expect(statuses.every((status) => Number(status[counter]) > 0)).toBe(true);
    expect(samples?.invalidStatuses.length).toBeGreaterThan(1);
  });
});
