import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WriteRequest, WriteStep } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { addInputMembers } from "../values/sdl.ts";
import { overlooking } from "./fault-parts.ts";

/** Faults in requests with a single field, where a request with several fields is handled correctly. */
export const singleFieldFaults: readonly Fault[] = [
  defineFault({
    name: "author-may-report-one-field",
    summary: "A status write by an author is accepted if it contains only an observed generation.",
    breaks: ["authorization.author-cannot-write-status"],
    requires: ["status.observedGeneration"],
    change: (rules) => ({
      writeSteps: unauthorized(
        rules,
        ({ content: { status }, identity }) =>
          identity.name === "author" &&
          isJsonObject(status) &&
          Object.keys(status).join() === "observedGeneration",
      ),
    }),
  }),
  defineFault({
    name: "controller-may-write-one-spec-field",
    summary: "A spec write by a controller is accepted if it contains a single field.",
    breaks: ["authorization.controller-cannot-write-spec"],
    change: (rules) => ({
      writeSteps: unauthorized(
        rules,
        ({ content: { spec }, identity, verb }) =>
          identity.name === "controller" && verb === "update" && hasOneField(spec),
      ),
    }),
  }),
  defineFault({
    name: "controller-may-label",
    summary: "An update by a controller is accepted if it contains only metadata.",
    breaks: ["authorization.controller-cannot-write-spec"],
    through: ["labels.write"],
    change: (rules) => ({
      writeSteps: unauthorized(
        rules,
        ({ content: { spec }, identity, verb }) =>
          identity.name === "controller" && verb === "update" && spec === undefined,
      ),
    }),
  }),
  defineFault({
    name: "status-write-stores-one-spec-field",
    summary:
      "A status write stores a spec with a single field; a spec with several fields is rejected.",
    breaks: [
      "isolation.status-write-never-changes-spec",
      "isolation.spec-in-status-write-is-rejected",
    ],
    change: (rules) => ({
      schema: (sdl) => addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "spec: JSON"),
      validate: overlooking(
        rules,
        ({ field }, request) =>
          request.verb === "updateStatus" &&
          (field === "spec" || field === "status.spec") &&
          hasOneField(foreignOf(request, "spec")),
      ),
      updateStatus: (request, stored, status) => {
        const updated = rules.updateStatus(request, stored, status);
        const spec = foreignOf(request, "spec");
        return isJsonObject(spec) ? { ...updated, spec: { ...updated.spec, ...spec } } : updated;
      },
    }),
  }),
  defineFault({
    name: "spec-write-stores-one-status-field",
    summary:
      "A spec write stores a status with a single field; a status with several fields is rejected.",
    breaks: [
      "isolation.spec-write-never-changes-status",
      "isolation.status-in-spec-write-is-rejected",
    ],
    change: (rules) => ({
      schema: (sdl) =>
        addInputMembers(rules.schema(sdl), /^Update\w+(?<!Status)Input$/, "status: JSON"),
      validate: overlooking(
        rules,
        ({ field }, request) =>
          request.verb === "update" &&
          (field === "status" || field === "spec.status") &&
          hasOneField(foreignOf(request, "status")),
      ),
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const status = foreignOf(request, "status");
        return isJsonObject(status)
          ? { ...updated, status: { ...updated.status, ...status } }
          : updated;
      },
    }),
  }),
  defineFault({
    name: "creation-stores-one-status-field",
    summary:
      "A create request stores a status with a single field; a status with several fields is rejected.",
    breaks: ["isolation.create-never-stores-status"],
    change: (rules) => ({
      schema: (sdl) => addInputMembers(rules.schema(sdl), /^Create\w+Input$/, "status: JSON"),
      validate: overlooking(
        rules,
        ({ field }, request) =>
          request.verb === "create" &&
          field === "status" &&
          hasOneField(foreignOf(request, "status")),
      ),
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        const status = foreignOf(request, "status");
        return isJsonObject(status) ? { ...object, status } : object;
      },
    }),
  }),
];

/** Skips the authorization of the requests for which `isExempt` returns true. */
function unauthorized(
  rules: Rules,
  isExempt: (request: WriteRequest) => boolean,
): (request: WriteRequest) => readonly WriteStep[] {
  return (request) =>
    rules.writeSteps(request).filter((step) => step !== "authorization" || !isExempt(request));
}

function hasOneField(value: JsonObject | JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1;
}

function foreignOf({ content: { foreign } }: WriteRequest, name: string): JsonValue | undefined {
  return foreign.beside[name] ?? foreign.inside[name];
}
