import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import { StagedStatus } from "../status-writer/staged-status.ts";
import { widgetReconcilers } from "./reference-reconcilers.ts";

it.each([
  [
    { size: 4, color: "red", address: "192.0.2.1" },
    { num: 4, phase: "Ready", allocatedAddress: "192.0.2.1" },
    "True",
  ],
  [{ size: 4, color: "red" }, { num: 4, phase: "Ready", allocatedAddress: null }, "True"],
  [{ size: 4, address: "192.0.2.1" }, { num: 0, phase: "Failed", allocatedAddress: null }, "False"],
])("a widget that asks for %j", async (spec: JsonObject, members, status) => {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
  const staged = new StagedStatus({ kind: "Widget", metadata, spec });
  const [reconciler] = widgetReconcilers();

  await reconciler?.reconcile(staged, { objects: () => [], signal: new AbortController().signal });

  expect(staged.changes().members).toEqual(members);
  expect(staged.changes().conditions).toMatchObject([{ type: "Ready", status }]);
});
