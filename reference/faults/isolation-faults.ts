import { defineFault } from "../store/fault.ts";
import { addInputMembers, makeInputMemberOptional } from "../values/sdl.ts";
import { overlooking } from "./fault-parts.ts";
import { isJsonObject, jsonEquals } from "#contract";
import type { AuthoredName, JsonObject, Resource } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { withoutNulls } from "../values/merge-objects.ts";

export const labelWriteErasesStatus = defineFault({
  name: "label-write-erases-status",
  summary: "A write that changes only labels erases the status of the object.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "kinds.plain-status-is-stored",
    "kinds.plain-status-is-validated",
    "allocation.survives-other-writes",
  ],
  // A terminating object is labeled as well.
  mayBreak: ["deletion.waits-for-finalizers"],
  through: ["labels.write"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      if (request.content.spec !== undefined) return updated;
      const { status: _erased, ...kept } = updated;
      return kept;
    },
  }),
});

type Metadata = Resource["metadata"];

const ignored = new Set<string | undefined>([
  "labels",
  "annotations",
  "metadata",
  "status.metadata",
]);

export const metadataInStatusWriteIgnored = defineFault({
  name: "metadata-in-status-write-ignored",
  summary: "Metadata in a status write is silently dropped.",
  breaks: ["isolation.metadata-in-status-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(
        rules.schema(sdl),
        /^Update\w+StatusInput$/,
        "labels: StringMap annotations: StringMap metadata: JSON",
      ),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && ignored.has(field),
    ),
  }),
});

export const specWriteClearsDeletionTime = defineFault({
  name: "spec-write-clears-deletion-time",
  summary: "A spec write cancels a pending deletion.",
  breaks: ["write.spec-write-keeps-metadata"],
  requires: ["delete", "finalizers"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      if (request.content.spec === undefined) return updated;
      const { deletionTimestamp: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

export const specWriteDropsFinalizers = defineFault({
  name: "spec-write-drops-finalizers",
  summary: "A write of only the spec removes the finalizers of the object.",
  breaks: ["write.spec-write-keeps-metadata"],
  requires: ["finalizers"],
  change: (rules) => withoutOmitted(rules, ["finalizers"]),
});

export const specWriteDropsLabels = defineFault({
  name: "spec-write-drops-labels",
  summary: "A write of only the spec removes the labels and annotations of the object.",
  breaks: ["write.spec-write-keeps-metadata"],
  requires: ["labels.write"],
  change: (rules) => withoutOmitted(rules, ["labels", "annotations"]),
});

function withoutOmitted(rules: Rules, names: readonly AuthoredName[]): Pick<Rules, "updateObject"> {
  return {
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { content } = request;
      if (content.spec === undefined || jsonEquals(stored.spec, updated.spec)) return updated;
      const metadata: { -readonly [Name in keyof Metadata]: Metadata[Name] } = {
        ...updated.metadata,
      };
      for (const name of names) if (content[name] === undefined) delete metadata[name];
      return { ...updated, metadata };
    },
  };
}

export const nestedForeignMembersIgnored = defineFault({
  name: "nested-foreign-members-ignored",
  summary:
    "Unknown fields inside an untyped JSON status are silently dropped, and unknown fields next to it are rejected.",
  breaks: [
    "isolation.one-way-of-refusing",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "write.strict-validation-refuses-unknown-members",
    "write.warning-validation-tells-unknown-members",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, { verb }) => verb === "updateStatus" && reason === "FieldUnknown",
    ),
  }),
});

export const specInStatusWriteIgnored = defineFault({
  name: "spec-in-status-write-ignored",
  summary: "A spec in a status write is silently dropped.",
  breaks: ["isolation.spec-in-status-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "spec: JSON"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && field === "spec",
    ),
  }),
});

export const specWriteStoresStatus = defineFault({
  name: "spec-write-stores-status",
  summary: "A status inside the untyped spec of a generic update is stored as the object's status.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.one-way-of-refusing",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "update" && field === "spec.status",
    ),
    updateObject: storingStatusInside(rules),
  }),
});

/** Merges the stored status over the submitted one, so that the write only adds missing values. */
export const specWriteAddsStatus = defineFault({
  name: "spec-write-adds-status",
  summary:
    "A status inside the untyped spec of a generic update adds fields that the stored status lacks.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "update" && field === "spec.status",
    ),
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { status } = request.content.foreign.inside;
      return isJsonObject(status)
        ? { ...updated, status: { ...status, ...updated.status } }
        : updated;
    },
  }),
});

export const versionlessUpdateStoresStatus = defineFault({
  name: "versionless-update-stores-status",
  summary: "A status inside the untyped spec of a generic update without a version is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  change: (rules) => ({
    schema: (sdl) =>
      makeInputMemberOptional(rules.schema(sdl), /^UpdateResourceInput$/, "resourceVersion"),
    validate: overlooking(
      rules,
      ({ field }, { verb, resourceVersion }) =>
        verb === "update" && field === "spec.status" && resourceVersion === undefined,
    ),
    precondition: (request, stored) =>
      request.resourceVersion === undefined && hasStatusInside(request)
        ? undefined
        : rules.precondition(request, stored),
    updateObject: storingStatusInside(rules),
  }),
});

/** Stores a status inside the untyped spec of an update as the status of the object. */
function storingStatusInside(rules: Rules): Rules["updateObject"] {
  return (request, stored) => {
    const updated = rules.updateObject(request, stored);
    const { status } = request.content.foreign.inside;
    return isJsonObject(status) ? { ...updated, status } : updated;
  };
}

function hasStatusInside({ content }: WriteRequest): boolean {
  return isJsonObject(content.foreign.inside["status"]);
}

export const statusAcceptedOnCreate = defineFault({
  name: "status-accepted-on-create",
  summary: "A status in a create request is stored.",
  breaks: [
    "isolation.create-never-stores-status",
    "isolation.one-way-of-refusing",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Create\w+Input$/, "status: JSON"),
    validate: overlooking(rules, ({ field }, { verb }) => verb === "create" && field === "status"),
    createObject: (request, stamp) => {
      const status = request.content.foreign.beside["status"];
      const object = rules.createObject(request, stamp);
      return isJsonObject(status) ? { ...object, status } : object;
    },
  }),
});

export const statusErasedBySpecWrite = defineFault({
  name: "status-erased-by-spec-write",
  summary: "A spec write erases the status of the object.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
    "kinds.plain-status-is-stored",
    "kinds.plain-status-is-validated",
    "allocation.survives-other-writes",
    "deletion.waits-for-finalizers",
  ],
  // If a status in a spec write is ignored instead of rejected, the forging write erases the acknowledgement.
  mayBreak: ["allocation.author-cannot-forge"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const { status: _erased, ...updated } = rules.updateObject(request, stored);
      return updated;
    },
  }),
});

export const sparseSpecErasesStatus = defineFault({
  name: "sparse-spec-erases-status",
  summary: "A write with a single spec field erases the status if the stored spec has more fields.",
  breaks: ["isolation.spec-write-never-changes-status"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const [before, after] = [stored.spec, updated.spec].map((spec) => Object.keys(spec ?? {}));
      if (after?.length !== 1 || before === undefined || before.length < 2) return updated;
      const { status: _erased, ...bare } = updated;
      return bare;
    },
  }),
});

export const statusInSpecWriteIgnored = defineFault({
  name: "status-in-spec-write-ignored",
  summary: "A status in a spec write is silently dropped.",
  breaks: ["isolation.status-in-spec-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(rules.schema(sdl), /^Update\w+(?<!Status)Input$/, "status: JSON"),
    validate: overlooking(rules, ({ field }, { verb }) => verb === "update" && field === "status"),
  }),
});

export const statusWriteDropsAnnotations = defineFault({
  name: "status-write-drops-annotations",
  summary: "A status write removes the annotations of the object.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  requires: ["labels.write"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { annotations: _dropped, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

export const statusWriteRevertsSpec = defineFault({
  name: "status-write-reverts-spec",
  summary: "A status write restores the spec with which the object was created.",
  breaks: ["isolation.status-write-never-changes-spec", "generation.ignores-status-writes"],
  change: (rules) => {
    const firstSpecs = new Map<string, JsonObject>();
    return {
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        if (object.spec !== undefined) firstSpecs.set(stamp.uid, object.spec);
        return object;
      },
      updateStatus: (request, stored, status) => {
        const spec = firstSpecs.get(stored.metadata.uid);
        const updated = rules.updateStatus(request, stored, status);
        return spec === undefined ? updated : { ...updated, spec };
      },
    };
  },
});

export const statusWriteFillsSpec = defineFault({
  name: "status-write-fills-spec",
  summary: "A status write also stores defaults for spec fields that the author omitted.",
  breaks: ["isolation.status-write-never-changes-spec"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const isService = request.kind.name === "Service";
      return isService ? { ...updated, spec: { type: "ClusterIP", ...updated.spec } } : updated;
    },
  }),
});

export const statusWriteStoresLabels = defineFault({
  name: "status-write-stores-labels",
  summary: "Labels in a status write are stored.",
  breaks: [
    "isolation.status-write-never-changes-metadata",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  requires: ["labels.write"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "labels: StringMap"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && field === "labels",
    ),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const sent = request.content.foreign.beside["labels"];
      if (!isJsonObject(sent)) return updated;
      const labels: Record<string, string> = {};
      for (const [name, value] of Object.entries(sent)) {
        if (typeof value === "string") labels[name] = value;
      }
      return { ...updated, metadata: { ...updated.metadata, labels } };
    },
  }),
});

export const statusWriteStoresSpec = defineFault({
  name: "status-write-stores-spec",
  summary: "A spec in a status write is stored.",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "spec: JSON"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) =>
        verb === "updateStatus" && (field === "spec" || field === "status.spec"),
    ),
    updateStatus: (request, stored, status) => {
      const { beside, inside } = request.content.foreign;
      const spec = beside["spec"] ?? inside["spec"];
      const updated = rules.updateStatus(request, stored, status);
      return isJsonObject(spec) ? { ...updated, spec } : updated;
    },
  }),
});

export const unknownStatusMembersStored = defineFault({
  name: "unknown-status-members-stored",
  summary: "Fields that the kind does not define are stored in an untyped JSON status.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
    "write.strict-validation-refuses-unknown-members",
    "write.warning-validation-tells-unknown-members",
    "write.ignoring-validation-drops-unknown-members",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, { verb }) => verb === "updateStatus" && reason === "FieldUnknown",
    ),
    updateStatus: (request, stored, status) => {
      const { content, form, style } = request;
      if (style === "typed") return rules.updateStatus(request, stored, status);
      const whole =
        form === "partial"
          ? rules.mergeStatus(stored.status, content.submitted)
          : { ...withoutNulls(content.foreign.inside), ...status };
      return rules.updateStatus(request, stored, whole);
    },
  }),
});

export const validationAfterCommit = defineFault({
  name: "validation-after-commit",
  summary: "A write with an invalid value is rejected and nevertheless stored.",
  breaks: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  change: (rules) => ({
    // A value of the wrong type would make the object unreadable, so the fault would affect more than the write.
    writeSteps: (request) =>
      request.content.causes.length === 0
        ? [...rules.writeSteps(request).filter((step) => step !== "validation"), "validation"]
        : rules.writeSteps(request),
  }),
});
