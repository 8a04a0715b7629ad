import type { Semantics, SemanticsName } from "#contract";
import { placeholders } from "../schema/argument-tree.ts";
import {
  anything,
  claim,
  eitherOf,
  free,
  listOf,
  mapOf,
  mapping,
  name,
  orNone,
  reference,
  text,
  word,
} from "./schema-parts.ts";
import type { SchemaPart } from "./schema-parts.ts";

const known = Object.entries(placeholders).map(
  ([placeholder, means]) => `${placeholder}: ${means}`,
);

const argumentTree = free(
  `Each argument of the field, as JSON with placeholders. {$members: $status} expands to the fields of the status in the surrounding object, {$jsonText: …} serializes a value as a JSON string, $status.phase is a single field, and $$x is the literal $x. ${known.join("; ")}.`,
);

const common: Readonly<Record<string, SchemaPart>> = {
  field: name(
    "Dotted path of the field from the root type. Defaults to the id of the operation. With a custom document: path of the value in the data of the response.",
  ),
  arguments: reference("arguments"),
  document: name("GraphQL document to send instead of a generated one."),
  variables: free("Variables of the document, as JSON with the same placeholders."),
};

const resultPath: SchemaPart = {
  type: ["string", "null"],
  description:
    "Path of the object in the value of the field. Defaults to the value itself. Use " +
    "null if the response contains no object; the run then reads the object after each " +
    "accepted write.",
};

const wait = mapping(
  {
    ...common,
    result: resultPath,
    operation: name(
      "Path of the value of $operation, which identifies the operation, in the first response.",
    ),
    until: mapping(
      {
        path: name("Path of the operation's state."),
        values: {
          type: "array",
          minItems: 1,
          description: "States in which the operation is finished. Defaults to true.",
        },
      },
      "Condition that marks the operation as finished.",
      ["path"],
    ),
  },
  "Query to repeat until a long-running operation is finished.",
  ["field", "operation", "until"],
);

const objectOperation: Readonly<Record<string, SchemaPart>> = {
  ...common,
  result: resultPath,
  beside: name(
    "Path of an input object in the arguments. Checks also add fields to this object " +
      "that do not belong in the write.",
  ),
  inside: name(
    "Argument path of the spec or status. Checks also add fields to it that do not belong there.",
  ),
  wait,
};

/** Semantics that only a Kubernetes API can have. */
type KubernetesOnly =
  | "annotatedGeneration"
  | "emptyApply"
  | "emptyVersion"
  | "staleAndFailing"
  | "statusMetadata"
  | "unknownMembers"
  | "zeroMembers";

type Declarable<Name extends SemanticsName> = readonly [
  Readonly<Record<NonNullable<Semantics[Name]>, true>>,
  string,
];

const declarable = {
  crossWrite: [
    { rejected: true, ignored: true },
    "Effect of a status write on the spec, and of a spec write on the status.",
  ],
  precondition: [
    { required: true, optional: true },
    "Whether a write must specify the version that it replaces.",
  ],
  omittedMembers: [
    { unchanged: true, removed: true },
    "Effect of a status write on omitted fields.",
  ],
  nullMembers: [{ cleared: true, unchanged: true }, "Effect of a null field in a status write."],
  noOp: [
    { keepsVersion: true, takesVersion: true },
    "Whether a write that changes nothing creates a new version.",
  ],
  deletedEvent: [{ lastState: true, keyOnly: true }, "Content of a deletion event."],
  staleAndInvalid: [
    { conflict: true, invalid: true },
    "Reason for rejecting a write that is both stale and invalid.",
  ],
  statusReply: [
    { complete: true, withoutSpec: true },
    "Content of the response to a status write if the caller has no permission to read the object.",
  ],
  lists: [
    { replaced: true, merged: true, absent: true },
    "Whether a list in a status write replaces the stored list or is merged into it. Use " +
      "absent if no status has a list.",
  ],
  nestedMembers: [
    { merged: true, replaced: true },
    "Effect of a status write on the fields that it omits from a nested object.",
  ],
  versionScope: [
    { target: true, object: true },
    "Whether a version is unique among all objects or only among the versions of one object.",
  ],
  versionOrder: [
    { comparable: true, opaque: true },
    "Whether versions are decimal numbers in one sequence that increases with every change.",
  ],
  cursor: [
    { version: true, ofEvent: true },
    "Whether a watch resumes from versions or from tokens in its events.",
  ],
  delivery: [
    { changes: true, states: true },
    "Whether a watch delivers every change, or only the current state, which may combine several " +
      'changes. Defaults to "states" if the shape of the watch is "collection".',
  ],
  selectorExit: [
    { deleted: true, modified: true, silent: true },
    "Event that a watch with a label selector delivers when an object no longer matches.",
  ],
  anonymous: [
    { unauthenticated: true, forbidden: true },
    "Reason for rejecting a request without a credential.",
  ],
  takenName: [
    { refused: true, accepted: true },
    "Result of a create request with the name of an existing object, if objects are " +
      "identified by id.",
  ],
  deletedName: [
    { free: true, taken: true },
    "Whether a new object can have the name of a deleted object.",
  ],
  statusDefault: [
    { replaced: true, changed: true },
    "Effect of a partial first status write on the default status.",
  ],
} satisfies { readonly [Name in Exclude<SemanticsName, KubernetesOnly>]: Declarable<Name> };

export const declarableNames: readonly string[] = Object.keys(declarable);

const semantics = mapping(
  Object.fromEntries(
    Object.entries(declarable).map(([property, [values, description]]) => [
      property,
      word(Object.keys(values), description),
    ]),
  ),
  "Behavior of the endpoint where conformant systems may differ. Defaults to the contract's choice.",
);

const updateOperation = {
  ...objectOperation,
  mode: word(
    ["partial", "replace"],
    "partial (the default) keeps omitted fields; replace removes omitted fields, so requests " +
      "must contain the stored values.",
  ),
};

const statusOperation = {
  ...objectOperation,
  mode: word(
    ["partial", "replace", "apply"],
    "Effect on the stored status: partial changes the fields that the write contains, replace replaces the status, apply applies it for a field manager.",
  ),
  modeIsGuessed: claim(
    "Whether the mode was never observed. Requirements that depend on it are then undecided if they seem broken. Remove it when you have checked the mode.",
  ),
  encoding: word(
    ["plain", "merge", "json", "apply"],
    "Encoding of $status: unchanged, or a patch of this format.",
  ),
  semantics: reference("semantics"),
  sets: free(
    "Status fields that the mutation always sets, with their values, without an argument " +
      "for them: { phase: STARTED }.",
  ),
  requiredFirst: listOf(
    name("A status field."),
    "Status fields that a write must contain while the object has no status; later writes may " +
      "omit them: [phase].",
  ),
  after: listOf(
    name("A status mutation of the kind."),
    "Status mutations that must have written to an object before this one is accepted, in this " +
      "order: [reportStarted].",
  ),
};

const patchOperation = {
  ...objectOperation,
  formats: mapping(
    {
      merge: anything("Value of $patchFormat for an RFC 7386 merge patch."),
      json: anything("Value of $patchFormat for an RFC 6902 JSON patch."),
      apply: anything("Value of $patchFormat for a server-side apply."),
    },
    "Patch formats that the operation supports.",
  ),
};

const deleteOperation = {
  ...objectOperation,
  requiresVersion: claim(
    "Whether the API rejects a deletion without a version, although the schema does not require " +
      "one. A deletion then specifies the stored version.",
  ),
  finish: mapping(
    objectOperation,
    "Second operation of a deletion, if deleting an object takes two steps.",
    ["field"],
  ),
};

const perNamespace = claim(
  "Whether the operation requires a namespace and covers only that namespace.",
);

const listOperation = {
  ...common,
  perNamespace,
  items: text("Path of the objects. A list in the path represents each of its items: edges.node."),
  resourceVersion: name("Path of the list's version. Omit it if lists have no version."),
  pages: {
    ...mapping(
      {
        next: name(
          "Path of the $page value for the next page. In a list, the value of the last item counts: items.id.",
        ),
        more: name(
          "Path of a Boolean that is true if there is a next page. By default, there is a next page while next is neither null nor empty.",
        ),
        by: word(
          ["offset", "number"],
          "Value of $page: the number of objects before the page, or the page number, counted from 0 or 1.",
        ),
      },
      "Pagination of the list. Omit it if lists have a single page.",
    ),
    ...eitherOf("next", "by"),
  },
};

const eventTypes = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "UPSERTED"];

const watchOperation = {
  ...common,
  perNamespace,
  streams: mapOf(
    mapping(
      {
        type: word(
          eventTypes,
          "Type of change that the subscription reports. Use UPSERTED if it reports both " +
            "creations and changes.",
        ),
        object: text("Path of the object. Defaults to the object path of the watch."),
        key: eventKey("Paths that identify the object if a message does not contain it."),
      },
      "Name of the subscription field.",
      ["type"],
    ),
    "Subscriptions of the watch, if each type of change has a separate subscription: " +
      "onCreateShip, onUpdateShip, onDeleteShip. Each subscription gets the arguments of " +
      "the watch, and their events form a single watch.",
  ),
  shape: word(
    ["event", "object", "collection"],
    "Content of each message: `event` (an event with its object), `object` (only the current object), or `collection` (the whole collection).",
  ),
  type: mapping(
    {
      path: name(
        "Path of the event type. If an event in a union has no value there, the name of its GraphQL type is used. If the path is omitted, the names are fields of the event: the first of them that is not null determines the type and contains the object.",
      ),
      names: mapOf(
        word(
          [...eventTypes, "NONE"],
          "Event type for the name. Use UPSERTED for events that report both creations and " +
            "changes, and NONE for messages that report no change, such as heartbeats.",
        ),
        "The endpoint's names for the event types.",
      ),
    },
    "Location of the event type.",
    ["names"],
  ),
  resourceVersion: name(
    "Path of the version in an event. Defaults to the path of the version in the object.",
  ),
  events: name(
    "Path of the list of events in a message. By default, the message is an event or a list of events. Other paths are relative to an event; cursor may be relative to the message.",
  ),
  cursor: name(
    "Path of the cursor that a watch resumes from. Defaults to the version of the event.",
  ),
  object: text("Path of the object. With the shape collection, path of the list of objects."),
  key: eventKey(
    "Paths that identify the deleted object if a deletion event does not contain it: " +
      "name, uid, or both.",
  ),
  deleted: name(
    "Path of a value in the object that is set after its deletion, if events do not distinguish " +
      "deletions from changes.",
  ),
  otherKinds: listOf(
    name("Path of an object of another kind."),
    "Paths of objects of other kinds, if events for several kinds arrive on one subscription. " +
      "An event that contains such an object instead of an object of this kind is ignored.",
  ),
  initialEventsEnd: name(
    "Path of a Boolean that is true in the bookmark after the initial events.",
  ),
  initial: word(
    ["added"],
    "Whether a watch without a cursor starts with an ADDED event for each existing object.",
  ),
  start: {
    type: ["string", "number"],
    description:
      "Value of $cursor in a watch without a cursor, if the endpoint requires one: a constant, or $now for the current time.",
  },
};

/** Shared subschemas for operations, keyed by the name in `$ref`. */
export const operationDefinitions: Readonly<Record<string, SchemaPart>> = {
  arguments: argumentTree,
  semantics,
  objectOperation: mapping(objectOperation, "An operation that returns one object."),
  updateOperation: mapping(
    updateOperation,
    "An operation that writes spec, labels or annotations.",
  ),
  statusOperation: mapping(statusOperation, "An operation that writes a status."),
  patchOperation: mapping(patchOperation, "An operation that writes a status with a patch."),
  deleteOperation: mapping(deleteOperation, "An operation that deletes an object."),
  listOperation: mapping(listOperation, "An operation that reads a collection."),
  watchOperation: mapping(watchOperation, "A subscription to changes to a collection."),
  operations: mapping(
    {
      create: operations("objectOperation", "Operations that create an object."),
      read: operations("objectOperation", "Operations that read one object."),
      list: operations("listOperation", "Operations that read a collection."),
      update: operations("updateOperation", "Operations that write spec, labels or annotations."),
      updateStatus: operations(
        "statusOperation",
        "Operations that write a status. List every such operation: each is tested.",
      ),
      patchStatus: operations("patchOperation", "Operations that write a status with a patch."),
      delete: operations("deleteOperation", "Operations that delete an object."),
      watch: operations("watchOperation", "Subscriptions to changes to a collection."),
    },
    "Operations for each verb, by id. Most checks use the first operation; specific " +
      "checks also test the others.",
  ),
};

function eventKey(description: string): SchemaPart {
  return mapping(
    {
      name: text("Path of the name."),
      namespace: text("Path of the namespace."),
      uid: text("Path of the uid."),
    },
    description,
  );
}

function operations(definition: string, description: string): SchemaPart {
  return orNone(mapOf(orNone(reference(definition)), description));
}
