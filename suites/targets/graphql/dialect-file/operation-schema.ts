import { placeholders } from "../schema/argument-tree.ts";
import {
  anything,
  claim,
  eitherOf,
  free,
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
  `Each argument of the field, as JSON with placeholders. {$members: $status} inserts the fields of the status next to others, {$jsonText: …} is a JSON string, $status.phase a single field, $$x the literal $x. ${known.join("; ")}.`,
);

const common: Readonly<Record<string, SchemaPart>> = {
  field: name(
    "Path of the field from the root type, by dots; by default the id of the operation. With a document of your own: the path of the value in the data of the reply.",
  ),
  arguments: reference("arguments"),
  document: name(
    "A GraphQL document that is sent as it is, if nothing else describes the operation.",
  ),
  variables: free("The variables of the document, as JSON with the same placeholders."),
};

const resultPath: SchemaPart = {
  type: ["string", "null"],
  description:
    "Path of the object in the value of the field; the value itself by default. null where the reply carries no object: a read after each accepted write shows what was stored.",
};

const objectOperation: Readonly<Record<string, SchemaPart>> = {
  ...common,
  result: resultPath,
  beside: name("Path of the input object, in the arguments, that contains the regular fields."),
  inside: name("Path of the written body in the arguments."),
};

const semantics = mapping(
  {
    crossWrite: word(
      ["rejected", "ignored"],
      "What a status write does with the spec, and a spec write with the status.",
    ),
    precondition: word(
      ["required", "optional"],
      "Whether a write must name the version that it replaces.",
    ),
    omittedMembers: word(["unchanged", "removed"], "What a status write does with omitted fields."),
    nullMembers: word(
      ["cleared", "unchanged"],
      "What a status write does with a field that is null.",
    ),
    noOp: word(
      ["keepsVersion", "takesVersion"],
      "Whether a write that changes nothing takes a new version.",
    ),
    deletedEvent: word(["lastState", "keyOnly"], "What the event of a deletion carries."),
    staleAndInvalid: word(
      ["conflict", "invalid"],
      "What is answered to a write that is both stale and invalid.",
    ),
    statusReply: word(
      ["complete", "withoutSpec"],
      "What the reply to a status write shows to a caller who may not read.",
    ),
    lists: word(
      ["replaced", "merged"],
      "Whether a list in a status write replaces the stored one or is merged into it.",
    ),
    nestedMembers: word(
      ["merged", "replaced"],
      "What a status write does with omitted fields of an object inside the status.",
    ),
    versionScope: word(
      ["target", "object"],
      "Among what a version is unique: all objects, or those of one object.",
    ),
    versionOrder: word(
      ["comparable", "opaque"],
      "Whether versions are decimal numbers of one sequence that grows with every change.",
    ),
    cursor: word(
      ["version", "ofEvent"],
      "From what a watch resumes: versions, or tokens of its own events.",
    ),
    selectorExit: word(
      ["deleted", "modified", "silent"],
      "What a watch by labels shows of an object that ceases to match.",
    ),
    anonymous: word(
      ["unauthenticated", "forbidden"],
      "As what a request without a credential is refused.",
    ),
    takenName: word(
      ["refused", "accepted"],
      "What happens to a creation under the name of another object, where objects are found by ids.",
    ),
    statusDefault: word(
      ["replaced", "changed"],
      "What a first, partial status write does to the default of the status.",
    ),
  },
  "How the endpoint behaves where conformant systems may differ. Defaults to the contract's choice.",
);

const updateOperation = {
  ...objectOperation,
  mode: word(
    ["partial", "replace"],
    "partial, the default, keeps omitted fields; replace removes them, so that requests contain the stored ones.",
  ),
};

const statusOperation = {
  ...objectOperation,
  mode: word(
    ["partial", "replace", "apply"],
    "What it does to the stored status: changes the fields that it names, replaces the status, or applies it for a manager.",
  ),
  encoding: word(
    ["plain", "merge", "json", "apply"],
    "As what $status travels: as it is, or as a patch of that format.",
  ),
  semantics: reference("semantics"),
};

const patchOperation = {
  ...objectOperation,
  formats: mapping(
    {
      merge: anything("What $patchFormat stands for in an RFC 7386 merge patch."),
      json: anything("What it stands for in an RFC 6902 JSON patch."),
      apply: anything("What it stands for in an applied document."),
    },
    "The formats of patches that the operation takes.",
  ),
};

const deleteOperation = {
  ...objectOperation,
  finish: mapping(
    objectOperation,
    "What must be sent after it, where an object is deleted in two steps.",
    ["field"],
  ),
};

const perNamespace = claim("It is about a single namespace, and must name it.");

const listOperation = {
  ...common,
  perNamespace,
  items: text("Path of the objects; lists on the way are walked through: edges.node."),
  resourceVersion: name("Path of the version of the list. By default, lists have none."),
  pages: {
    ...mapping(
      {
        next: name("Path of what $page stands for in the request for the next page."),
        more: name(
          "Path of a Boolean that is true if there is one. By default, there is one while next is neither null nor empty.",
        ),
        by: word(
          ["offset", "number"],
          "What $page is: the number of the objects before the page, or the number of the page, from 0 or 1.",
        ),
      },
      "How the next page of a list is requested. By default, lists are complete.",
    ),
    ...eitherOf("next", "by"),
  },
};

const watchOperation = {
  ...common,
  perNamespace,
  streams: mapOf(
    mapping(
      {
        type: eventType("What the subscription reports."),
        object: text("Path of the object. Defaults to that of the watch."),
        key: eventKey("What identifies the object, if a delivery carries no more of it."),
      },
      "A subscription, by its field.",
      ["type"],
    ),
    "The subscriptions of the watch, if each type of change has one: onCreateShip, onUpdateShip, onDeleteShip. All of them take the arguments of the watch, and their events are read as those of one watch.",
  ),
  shape: word(
    ["event", "object", "collection"],
    "What one delivery is: an event around an object, the object as it is now, or the whole collection.",
  ),
  type: mapping(
    {
      path: name(
        "Path of the type of the event. Without it, the names are fields of the event: the one that is not null states the type, and contains the object.",
      ),
      names: mapOf(
        eventType("What the name stands for."),
        "The target's names of the types of events.",
      ),
    },
    "How the type of an event is recognized.",
    ["names"],
  ),
  resourceVersion: name("Path of the version of the event. Defaults to that of the object."),
  cursor: name(
    "Path of the cursor from which a watch resumes. Defaults to the version of the event.",
  ),
  object: text("Path of the object; with collection, path of the objects."),
  key: eventKey("Where a deletion without an object identifies it: by its name, its uid, or both."),
  initialEventsEnd: name("Path of what is true on the bookmark that ends the initial events."),
  initial: word(
    ["added"],
    "A watch without a cursor starts with an ADDED event for each existing object.",
  ),
};

/** The parts of the schema for operations, by the names under which others refer to them. */
export const operationDefinitions: Readonly<Record<string, SchemaPart>> = {
  arguments: argumentTree,
  semantics,
  objectOperation: mapping(objectOperation, "An operation whose reply is one object."),
  updateOperation: mapping(updateOperation, "An operation that writes the author's side."),
  statusOperation: mapping(statusOperation, "An operation that writes a status."),
  patchOperation: mapping(patchOperation, "An operation that writes a status by a patch."),
  deleteOperation: mapping(deleteOperation, "An operation that deletes an object."),
  listOperation: mapping(listOperation, "An operation that reads a collection."),
  watchOperation: mapping(watchOperation, "A subscription to the changes of a collection."),
  operations: mapping(
    {
      create: operations("objectOperation", "Operations that create an object."),
      read: operations("objectOperation", "Operations that read one object."),
      list: operations("listOperation", "Operations that read a collection."),
      update: operations("updateOperation", "Operations that write the author's side."),
      updateStatus: operations(
        "statusOperation",
        "Operations that write a status. Name all of them: each is tested.",
      ),
      patchStatus: operations("patchOperation", "Operations that write a status by a patch."),
      delete: operations("deleteOperation", "Operations that delete an object."),
      watch: operations("watchOperation", "Subscriptions to the changes of a collection."),
    },
    "What is called for each verb, by ids. The first operation of a verb is the usual one, and all are tested.",
  ),
};

function eventType(description: string): SchemaPart {
  return word(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"], description);
}

function eventKey(description: string): SchemaPart {
  return mapping(
    {
      name: text("Path of the name."),
      namespace: text("Path of the namespace."),
      uid: text("Path of the unique identity."),
    },
    description,
  );
}

function operations(definition: string, description: string): SchemaPart {
  return orNone(mapOf(orNone(reference(definition)), description));
}
