import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject } from "#contract";
import { operationFor, planCommand } from "./plan-command.ts";
import { describeRequest } from "../resources/rest-request.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { widget, widgetBody, widgetKey, widgetPath } from "../testing/widget.ts";

const key = widgetKey;
const version = resourceVersion("7");
const head = { apiVersion: "conformance.example.com/v1", kind: "Widgetr1" };
const place = { name: "a", namespace: "usual" };
const author = { identity: "author", key } as const;
const report = { verb: "updateStatus", identity: "controller", key, status: { num: 1 } } as const;
const collection = widgetPath.slice(0, -2);

interface Row {
  readonly kind?: Partial<RestKind>;
  readonly what: string;
  readonly command: Command;
  readonly line: string;
  readonly type?: string;
  readonly body?: unknown;
}

const rows: readonly Row[] = [
  { what: "a read", command: { verb: "read", ...author }, line: `GET ${widgetPath}` },
  {
    what: "a list by label",
    command: { verb: "list", identity: "reader", kind: "Widget", selector: { of: "a", b: "c" } },
    line: "GET /apis/conformance.example.com/v1/widgetsr1?labelSelector=of%3Da%2Cb%3Dc",
  },
  {
    what: "a creation",
    command: { verb: "create", ...author, spec: { size: 1 }, labels: { of: "a" } },
    line: `POST ${collection}`,
    type: "application/json",
    body: { ...head, metadata: { ...place, labels: { of: "a" } }, spec: { size: 1 } },
  },
  {
    what: "a status in a creation",
    command: {
      verb: "create",
      ...author,
      spec: {},
      foreign: { place: "beside", members: { status: { num: 1 } } },
    },
    line: `POST ${collection}`,
    type: "application/json",
    body: { ...head, metadata: place, spec: {}, status: { num: 1 } },
  },
  {
    what: "a change by JSON patch, with a status",
    command: {
      verb: "update",
      ...author,
      via: "patch.json",
      resourceVersion: version,
      labels: { of: "b" },
      spec: { size: 2 },
      foreign: { place: "beside", members: { status: { num: 1 } } },
    },
    line: `PATCH ${widgetPath}`,
    type: "application/json-patch+json",
    body: [
      { op: "add", path: "/metadata/labels", value: { of: "b" } },
      { op: "add", path: "/metadata/resourceVersion", value: "7" },
      { op: "add", path: "/spec", value: { size: 2 } },
      { op: "add", path: "/status", value: { num: 1 } },
    ],
  },
  {
    what: "a change by merge patch, with a status",
    command: {
      verb: "update",
      ...author,
      via: "patch.merge",
      resourceVersion: version,
      labels: { of: "b" },
      spec: { size: 2 },
      foreign: { place: "beside", members: { status: { num: 1 } } },
    },
    line: `PATCH ${widgetPath}`,
    type: "application/merge-patch+json",
    body: {
      metadata: { labels: { of: "b" }, resourceVersion: "7" },
      spec: { size: 2 },
      status: { num: 1 },
    },
  },
  {
    what: "a replacement of the status, with options and a uid",
    command: {
      ...report,
      resourceVersion: version,
      uid: uid("u1"),
      options: { dryRun: true, fieldManager: "m", fieldValidation: "STRICT" },
    },
    line: `PUT ${widgetPath}/status?dryRun=All&fieldManager=m&fieldValidation=Strict`,
    type: "application/json",
    body: { ...head, metadata: { ...place, resourceVersion: "7", uid: "u1" }, status: { num: 1 } },
  },
  {
    what: "a spec in a status write, where a kind has no spec",
    kind: { body: "root" },
    command: {
      ...report,
      via: "status.apply",
      foreign: { place: "beside", members: { spec: { size: 2 } } },
    },
    line: `PATCH ${widgetPath}/status?fieldManager=status-conformance&force=true`,
    type: "application/apply-patch+yaml",
    body: { ...head, metadata: place, status: { num: 1 }, size: 2 },
  },
  {
    what: "another name in the body",
    command: {
      ...report,
      foreign: { place: "beside", members: { metadata: { name: "b" } } },
    },
    line: `PUT ${widgetPath}/status`,
    type: "application/json",
    body: { ...head, metadata: { name: "b", namespace: "usual" }, status: { num: 1 } },
  },
  {
    what: "a merge patch of the status, which keeps nulls",
    command: { ...report, via: "status.patch.merge", status: { num: null } },
    line: `PATCH ${widgetPath}/status`,
    type: "application/merge-patch+json",
    body: { metadata: {}, status: { num: null } },
  },
  {
    what: "a replacement of the scale",
    command: {
      verb: "update",
      ...author,
      via: "scale.put",
      resourceVersion: version,
      spec: { replicas: 3 },
    },
    line: `PUT ${widgetPath}/scale`,
    type: "application/json",
    body: {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { ...place, resourceVersion: "7" },
      spec: { replicas: 3 },
      status: { replicas: 3 },
    },
  },
  {
    what: "a merge patch of the scale",
    command: { verb: "update", ...author, via: "scale.patch", spec: { replicas: 3 } },
    line: `PATCH ${widgetPath}/scale`,
    type: "application/merge-patch+json",
    body: { metadata: {}, spec: { replicas: 3 }, status: { replicas: 3 } },
  },
  {
    what: "a JSON patch that removes the status",
    command: {
      ...report,
      via: "status.patch.json",
      resourceVersion: version,
      foreign: { place: "beside", members: { status: null } },
    },
    line: `PATCH ${widgetPath}/status`,
    type: "application/json-patch+json",
    body: [
      { op: "add", path: "/metadata/resourceVersion", value: "7" },
      { op: "add", path: "/status", value: {} },
      { op: "remove", path: "/status" },
    ],
  },
  {
    what: "a JSON patch of the status, guarded by its version",
    command: { ...report, via: "status.patch.json", resourceVersion: version },
    line: `PATCH ${widgetPath}/status`,
    type: "application/json-patch+json",
    body: [
      { op: "add", path: "/metadata/resourceVersion", value: "7" },
      { op: "add", path: "/status", value: { num: 1 } },
    ],
  },
  {
    what: "an apply of the status, without its nulls",
    command: { ...report, via: "status.apply", status: { num: 1, phase: null } },
    line: `PATCH ${widgetPath}/status?fieldManager=status-conformance&force=true`,
    type: "application/apply-patch+yaml",
    body: { ...head, metadata: place, status: { num: 1 } },
  },
  {
    what: "a raw apply at a version",
    command: {
      verb: "patchStatus",
      identity: "controller",
      key,
      format: "apply",
      patch: { status: { num: 1, phase: null } },
      resourceVersion: version,
      options: { fieldManager: "m", force: false },
    },
    line: `PATCH ${widgetPath}/status?fieldManager=m&force=false`,
    type: "application/apply-patch+yaml",
    body: { ...head, metadata: { ...place, resourceVersion: "7" }, status: { num: 1 } },
  },
  {
    what: "a raw patch that is no list, as it is",
    command: { verb: "patchStatus", identity: "controller", key, format: "json", patch: "x" },
    line: `PATCH ${widgetPath}/status`,
    type: "application/json-patch+json",
    body: "x",
  },
  {
    what: "a read of the status",
    command: { verb: "read", identity: "controller", key, via: "status.get" },
    line: `GET ${widgetPath}/status`,
  },
  {
    what: "a deletion of the status",
    command: { verb: "delete", identity: "controller", key, via: "status.delete" },
    line: `DELETE ${widgetPath}/status`,
  },
  {
    what: "a deletion of one incarnation",
    command: { verb: "delete", ...author, uid: uid("u1") },
    line: `DELETE ${widgetPath}`,
    type: "application/json",
    body: { preconditions: { uid: "u1" } },
  },
  {
    what: "a dry run of a deletion",
    command: { verb: "delete", ...author, options: { dryRun: true } },
    line: `DELETE ${widgetPath}?dryRun=All`,
    body: undefined,
  },
  {
    what: "a dry run of a conditional deletion, in the body",
    command: { verb: "delete", ...author, uid: uid("u1"), options: { dryRun: true } },
    line: `DELETE ${widgetPath}`,
    type: "application/json",
    body: { dryRun: ["All"], preconditions: { uid: "u1" } },
  },
];

describe("planCommand", () => {
  it.each(rows)("spells $what", ({ kind, command, line, type, body }) => {
    const choice = operationFor(widget, command);
    const operation = choice.isKnown ? choice.id : "";
    const request = planCommand({ ...widget, ...kind }, command, { operation });

    if (typeof request === "string") throw new Error(request);
    expect(describeRequest(request)).toBe(line);
    expect(request.contentType).toBe(type);
    expect(request.body).toEqual(body);
  });

  it("replaces an object by its former state, without the fields of the server", () => {
    const base = widgetBody("6", {
      metadata: {
        name: "a",
        uid: "u1",
        resourceVersion: "6",
        managedFields: [],
        labels: { of: "a" },
      },
      spec: { size: 1 },
      status: { num: 1 },
    });
    const command: Command = {
      verb: "update",
      ...author,
      resourceVersion: version,
      spec: { size: 2 },
    };
    const request = planCommand(widget, command, { operation: "put", base });

    expect(request).toMatchObject({
      method: "PUT",
      body: {
        metadata: { ...place, labels: { of: "a" }, resourceVersion: "7" },
        spec: { size: 2 },
        status: { num: 1 },
      },
    });
    expect(request).not.toHaveProperty("body.metadata.managedFields");
  });

  it("replaces a status with the whole object around it", () => {
    const base = widgetBody("6", {
      metadata: { name: "a", resourceVersion: "6", labels: { of: "a" }, finalizers: ["hold"] },
      spec: { size: 1 },
      status: { num: 9, phase: "Ready" },
    });
    const command: Command = { ...report, resourceVersion: version };
    const request = planCommand(widget, command, { operation: "status.put", base });

    expect(request).toMatchObject({
      body: {
        ...head,
        metadata: { ...place, labels: { of: "a" }, finalizers: ["hold"], resourceVersion: "7" },
        spec: { size: 1 },
      },
    });
    expect(request).toHaveProperty("body.status", { num: 1 });
  });

  it("omits the parts of a replacement that are null", () => {
    const members = { spec: null, metadata: { labels: null } };
    const base = {
      metadata: { ...place, labels: { of: "a" }, annotations: { of: "b" } },
      spec: { size: 1 },
    };
    const write: Command = { ...report, foreign: { place: "beside", members } };

    expect(planCommand(widget, write, { operation: "status.put", base })).toHaveProperty("body", {
      ...head,
      metadata: { ...place, annotations: { of: "b" } },
      status: { num: 1 },
    });
  });

  it.each<{ readonly via: string; readonly status: JsonObject; readonly body: unknown }>([
    { via: "status.put", status: {}, body: { ...head, metadata: place, spec: { size: 1 } } },
    { via: "status.patch.merge", status: { up: null }, body: { metadata: {}, status: null } },
    { via: "status.patch.merge", status: {}, body: { metadata: {} } },
    {
      via: "status.patch.merge",
      status: { up: false },
      body: { metadata: {}, status: { site: "North", up: false } },
    },
    {
      via: "status.patch.json",
      status: {},
      body: [
        { op: "add", path: "/status", value: {} },
        { op: "remove", path: "/status" },
      ],
    },
  ])("removes a status that cannot be cleared by $via: $status", ({ via, status, body }) => {
    const form = { always: { site: "North" }, standIn: {}, defaults: {}, removedWithout: "up" };
    const base = { metadata: { ...place }, spec: { size: 1 }, status: { site: "North", up: true } };
    const kind = { ...widget, statusForm: form };
    const write = { ...report, status };

    expect(planCommand(kind, write, { operation: via, base })).toMatchObject({ body });
    expect(planCommand(kind, { ...report, status: {} }, { operation: "status.apply" })).toContain(
      "an empty apply cannot be sent",
    );
  });

  it.each([
    { operation: "status.put", command: report },
    { operation: "put", command: { verb: "update", ...author } as const },
  ])("omits a status that is null in a replacement by $operation", ({ operation, command }) => {
    const foreign = { place: "beside", members: { status: null } } as const;
    const base = { metadata: { ...place }, spec: { size: 1 }, status: { num: 1 } };
    const request = planCommand(widget, { ...command, foreign }, { operation, base });

    expect(request).not.toHaveProperty("body.status");
    expect(request).toMatchObject({ body: { spec: { size: 1 } } });
  });

  it.each([
    { via: "status.patch.merge", command: { ...report, uid: uid("u1") } },
    { via: "patch.json", command: { verb: "update", ...author, uid: uid("u1") } as const },
    { via: "patch.merge", command: { verb: "update", ...author, uid: uid("u1") } as const },
    { via: "apply", command: { verb: "update", ...author, uid: uid("u1") } as const },
  ])("has no place for a uid in $via", ({ via, command }) => {
    expect(planCommand(widget, { ...command, via }, { operation: via })).toContain("uid");
  });

  it("replaces a status through another version of the kind", () => {
    const twice = { ...widget, otherVersions: ["v1beta1"] };
    const command: Command = { ...report, via: "status.put@v1beta1" };
    const choice = operationFor(twice, command);

    if (!choice.isKnown) throw new Error(choice.detail);
    expect(choice.id).toBe("status.put");
    expect(planCommand(choice.kind, command, { operation: choice.id })).toMatchObject({
      method: "PUT",
      path: `${widgetPath.replace("/v1/", "/v1beta1/")}/status`,
      body: { apiVersion: "conformance.example.com/v1beta1" },
    });
    expect(operationFor(widget, command).isKnown).toBe(false);
    expect(
      operationFor(twice, { verb: "read", ...author, via: "status.put@v1beta1" }).isKnown,
    ).toBe(false);
  });

  it("applies the spec without the fields that the stored object has", () => {
    const command = { verb: "update", ...author, via: "apply", spec: { size: 2 } } as const;
    const choice = operationFor(widget, command);
    const request = planCommand(widget, command, { operation: "apply" });

    expect(choice).toMatchObject({ isKnown: true, id: "apply" });
    expect(request).toEqual({
      method: "PATCH",
      path: widgetPath,
      query: { fieldManager: "status-conformance", force: "true" },
      contentType: "application/apply-patch+yaml",
      body: { ...head, metadata: place, spec: { size: 2 } },
    });
    expect(operationFor(widget, { ...report, via: "apply" }).isKnown).toBe(false);
  });

  it("has no operation with another name", () => {
    expect(operationFor(widget, { ...report, via: "status.post" })).toEqual({
      isKnown: false,
      detail: "Widget has no operation for updateStatus via status.post",
    });
  });
});
