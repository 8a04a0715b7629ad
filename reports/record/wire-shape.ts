import {
  authoredField,
  authoredRecord,
  identities,
  rootFieldForms,
  siblingPlaces,
} from "#contract";
import type {
  Command,
  ManagedFields,
  ObjectKey,
  Outcome,
  Refusal,
  RefusalCause,
  Resource,
  ResourceMetadata,
  SiblingField,
  SocketClosing,
  UnknownEvent,
  WatchCommand,
  WatchEnd,
  WatchEvent,
  WriteOptions,
} from "#contract";
import type { ExchangeLine } from "./lines.ts";
import {
  anyObject,
  anything,
  boolean,
  listOf,
  mapOf,
  members,
  number,
  oneOf,
  optional,
  text,
  variants,
} from "./record-value-shape.ts";
import type { Shape } from "./record-value-shape.ts";

type Variant<V extends Command["verb"]> = Extract<Command, { verb: V }>;

const labels = optional(mapOf(text));

export const key: Shape = members<ObjectKey>({ kind: text, namespace: optional(text), name: text });

const foreign = optional(
  members<NonNullable<Variant<"create">["foreign"]>>({
    place: oneOf(["beside", "inside"]),
    members: anyObject,
    at: optional(text),
  }),
);

const issued = {
  verb: text,
  identity: oneOf(Object.keys(identities)),
  via: optional(text),
  channel: optional(oneOf(["primary", "socket"])),
  rootField: optional(oneOf(rootFieldForms)),
  // The command is only displayed.
  sibling: optional(members<SiblingField>({ place: oneOf(siblingPlaces), command: anyObject })),
};

const conditional = { resourceVersion: optional(text), uid: optional(text) };

const forms = { names: listOf(text), objects: listOf(anyObject), texts: mapOf(text) } as const;

const authored = authoredRecord(
  (name) => name,
  (name) => optional(forms[authoredField(name).form]),
);

const options = optional(
  members<WriteOptions>({
    dryRun: optional(boolean),
    fieldManager: optional(text),
    fieldValidation: optional(text),
    force: optional(boolean),
  }),
);

export const command: Shape = variants("verb", {
  create: members<Variant<"create">>({
    ...issued,
    ...authored,
    key,
    spec: anyObject,
    foreign,
    options,
  }),
  read: members<Variant<"read">>({ ...issued, key }),
  list: members<Variant<"list">>({
    ...issued,
    kind: text,
    namespace: optional(text),
    selector: labels,
  }),
  update: members<Variant<"update">>({
    ...issued,
    ...authored,
    ...conditional,
    key,
    spec: optional(anyObject),
    foreign,
    options,
  }),
  updateStatus: members<Variant<"updateStatus">>({
    ...issued,
    ...conditional,
    key,
    status: anyObject,
    foreign,
    options,
  }),
  patchStatus: members<Variant<"patchStatus">>({
    ...issued,
    ...conditional,
    key,
    format: oneOf(["merge", "json", "apply"]),
    patch: anything,
    options,
  }),
  delete: members<Variant<"delete">>({ ...issued, ...conditional, key, options }),
});

export const watchCommand: Shape = members<WatchCommand>({
  ...issued,
  channel: optional(oneOf(["socket", "events"])),
  kind: text,
  namespace: optional(text),
  selector: labels,
  resourceVersion: optional(text),
  bookmarks: optional(boolean),
  initialEvents: optional(boolean),
  ownConnection: optional(text),
});

const managedFields = members<ManagedFields>({
  manager: text,
  operation: oneOf(["Apply", "Update"]),
  subresource: optional(text),
  fields: anyObject,
});

const metadata = members<ResourceMetadata>({
  name: text,
  namespace: optional(text),
  uid: text,
  resourceVersion: text,
  generation: optional(number),
  creationTimestamp: optional(text),
  deletionTimestamp: optional(text),
  ...authored,
  managedFields: optional(listOf(managedFields)),
  writer: optional(text),
  ownerReferences: optional(listOf(anyObject)),
});

const resource = members<Resource>({
  kind: text,
  metadata,
  spec: optional(anyObject),
  status: optional(anyObject),
});

const refusal = members<Refusal>({
  // Reasons are only displayed, so an unknown reason is harmless.
  reason: text,
  alsoFor: optional(listOf(text)),
  code: optional(text),
  message: text,
  causes: listOf(
    members<RefusalCause>({ reason: optional(text), field: optional(text), message: text }),
  ),
  isOfLibrary: optional(boolean),
  isInferred: optional(boolean),
  currentResourceVersion: optional(text),
  retryAfterSeconds: optional(number),
});

type OutcomeOf<R extends Outcome["result"]> = Extract<Outcome, { result: R }>;

export const outcome: Shape = variants("result", {
  object: members<OutcomeOf<"object">>({
    result: text,
    object: resource,
    warnings: optional(listOf(text)),
    isFromRead: optional(boolean),
    isReplyOutdated: optional(boolean),
  }),
  list: members<OutcomeOf<"list">>({
    result: text,
    resourceVersion: optional(text),
    items: listOf(resource),
  }),
  done: members<OutcomeOf<"done">>({ result: text, warnings: optional(listOf(text)) }),
  refused: members<OutcomeOf<"refused">>({ result: text, refusal }),
  unknown: members<OutcomeOf<"unknown">>({
    result: text,
    cause: oneOf(["timeout", "connection", "aborted"]),
    detail: text,
    isUnsent: optional(boolean),
    retryAfterSeconds: optional(number),
  }),
  unintelligible: members<OutcomeOf<"unintelligible">>({ result: text, detail: text }),
  unsupported: members<OutcomeOf<"unsupported">>({ result: text, detail: text }),
});

export const watchEvent: Shape = members<WatchEvent>({
  type: oneOf(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]),
  resourceVersion: text,
  isUnversioned: optional(boolean),
  object: optional(resource),
  key: optional(key),
  cursor: optional(text),
  initialEventsEnd: optional(boolean),
});

type EndOf<E extends WatchEnd["end"]> = Extract<WatchEnd, { end: E }>;

export const watchEnd: Shape = variants("end", {
  closed: members<EndOf<"closed">>({ end: text }),
  completed: members<EndOf<"completed">>({ end: text }),
  refused: members<EndOf<"refused">>({ end: text, refusal }),
  lost: members<EndOf<"lost">>({
    end: text,
    detail: text,
    closing: optional(
      members<SocketClosing>({ code: number, reason: optional(text), isEarly: optional(boolean) }),
    ),
  }),
  unintelligible: members<EndOf<"unintelligible">>({
    end: text,
    detail: text,
    unknownEvent: optional(
      members<UnknownEvent>({
        type: optional(text),
        subject: optional(text),
        isBare: optional(boolean),
      }),
    ),
  }),
  unsupported: members<EndOf<"unsupported">>({ end: text, detail: text }),
});

export const wireRequest: Shape = members<NonNullable<ExchangeLine["request"]>>({
  url: text,
  operation: text,
  variables: optional(anyObject),
});

export const wireReply: Shape = members<NonNullable<ExchangeLine["reply"]>>({
  status: optional(number),
  body: anything,
});
