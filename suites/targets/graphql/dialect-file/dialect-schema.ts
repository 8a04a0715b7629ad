import { features, identities } from "#contract";
import type { JsonObject } from "#contract";
import { socketPlaces } from "../../port/credential-places.ts";
import { queryProtocols, watchProtocols } from "../dialect/endpoint-places.ts";
import { definitionsSchema, kindDefinitions } from "./kind-schema.ts";
import {
  anything,
  choice,
  claim,
  free,
  listOf,
  mapOf,
  mapping,
  name,
  text,
  orNone,
  reference,
  whole,
  word,
} from "./schema-parts.ts";

/** The version of the format of dialect files. */
export const dialectFormat = 1;

const path = (what: string): JsonObject =>
  name(`${what}, resolved against the address of the endpoint: /graphql.`);

const endpoint = mapping(
  {
    queries: mapping(
      {
        protocol: word(queryProtocols, "How queries and mutations travel; http by default."),
        path: path("Where they go"),
      },
      "Where queries and mutations go.",
    ),
    watches: mapping(
      {
        protocol: word(watchProtocols, "How watches travel; graphql-transport-ws by default."),
        path: path("Where they go"),
      },
      "Where watches go.",
    ),
    requestsPerSecond: whole(1, "How many requests the endpoint takes in a second."),
  },
  "Over what the endpoint is talked to, and where.",
);

const format = name("What is sent; $credential stands for the credential: Bearer $credential.");

const credentials = mapping(
  {
    http: mapping({ header: name("The name of the header."), format }, "In requests over HTTP.", [
      "header",
      "format",
    ]),
    socket: orNone(
      mapping(
        {
          place: word(
            socketPlaces,
            "A property of the connection_init payload, a header of the upgrade request, or a property of each subscribe payload.",
          ),
          name: name(
            "The name of the header, or the path of the property: token, headers.Authorization.",
          ),
          format,
        },
        "For a WebSocket. By default, the endpoint has none.",
        ["place", "name", "format"],
      ),
    ),
  },
  "Where a credential travels.",
  ["http"],
);

const credential = choice(
  {
    static: name("The credential itself. Not for secrets: use env."),
    env: name("The environment variable that holds it."),
    file: name("A file that holds it; a relative path starts at this file."),
    command: listOf(name("One word of the command."), "A command that prints it."),
    login: mapping(
      {
        field: name("The mutation."),
        arguments: free("Its arguments; $env.VARIABLE is the value of an environment variable."),
        credential: name("Path of the credential in the value of the field."),
        document: name(
          "The document to send, if nothing else describes the operation; the arguments are its variables.",
        ),
      },
      "A mutation that answers with it.",
      ["field", "arguments", "credential"],
    ),
    jwt: mapping(
      {
        algorithm: name("The algorithm, as HS256."),
        keyEnv: name(
          "The variable that holds the key: a text for HS256, PKCS #8 in PEM otherwise.",
        ),
        claims: free(
          "Its claims; iat and exp are added. $env.VARIABLE is the value of a variable.",
        ),
        keyId: name("The kid of the header."),
        lifetimeSeconds: whole(1, "How long it is valid; 3600 by default."),
      },
      "A token that is made and signed for the run.",
      ["algorithm", "keyEnv", "claims"],
    ),
    none: claim("The role presents nothing."),
    unavailable: name("Why the role cannot be played here, though the endpoint has it."),
    notApplicable: name(
      "Why the endpoint has no such role at all: what is asked about it is not applicable. Not for author and controller.",
    ),
  },
  "What the role presents.",
);

const roles = Object.entries(identities).map(([role, means]) => [
  role,
  { ...orNone(reference("credential")), description: `The role ${role}: ${means}.` },
]);

const verb = word(
  ["create", "read", "list", "update", "updateStatus", "patchStatus", "delete", "watch"],
  "A verb.",
);

const matcher = mapping(
  {
    reason: word(
      [
        "unauthenticated",
        "forbidden",
        "notFound",
        "alreadyExists",
        "conflict",
        "invalid",
        "expired",
        "rateLimited",
        "internal",
      ],
      "What a refusal is taken for.",
    ),
    code: name("The machine code of the error."),
    message: name("A regular expression, in the syntax of RE2, that the message contains."),
    http: whole(100, "Status of the HTTP reply."),
    closeCode: whole(1000, "The code with which the server closed the socket."),
    extension: mapping(
      { path: name("Path in the extensions of the error."), value: anything("Its value.") },
      "A property of the error's extensions that has this value.",
      ["path", "value"],
    ),
    payload: mapping(
      {
        path: name("Path in the value of the field; __typename for types of a union."),
        value: anything("Its value. By default, any value but null."),
        currentResourceVersion: name("Path of the version that is current, from the same place."),
      },
      "A property of a result without errors.",
      ["path"],
    ),
    nullResult: claim("The object of a result without errors is null."),
    verbs: listOf(verb, "Verbs to which the matcher is limited."),
  },
  "One way to recognize a refusal. All given properties must match.",
  ["reason"],
);

const causes = mapping(
  {
    list: name("Path of the list."),
    reason: name("Path of the reason in one cause."),
    field: text("Path of the invalid field in one cause; empty if a cause is nothing else."),
    message: text("Path of the message in one cause."),
  },
  "The list of causes.",
  ["list", "message"],
);

const errors = mapping(
  {
    code: name("Path of the machine code; extensions.code by default."),
    currentResourceVersion: name("Path of the version that is current."),
    retryAfterSeconds: name("Path of the seconds to wait."),
    causes,
    payload: mapping(
      {
        code: name(
          "Path of a machine code; by default what the matcher recognised the refusal by.",
        ),
        message: name("Path of the message."),
        causes,
      },
      "The same for refusals that are results without errors. Paths start at the value of the field.",
    ),
  },
  "Where an error carries what checks look at. Paths start at the error.",
);

const file = mapping(
  {
    dialect: { const: dialectFormat, description: "The version of this format." },
    name: name("What the dialect is called in reports."),
    extends: name("Another dialect file, relative to this one, that this one overrides in parts."),
    endpoint,
    eventStream: orNone(
      mapping(
        { path: path("Where event streams are served") },
        "Where watches are also served as server-sent events.",
        ["path"],
      ),
    ),
    selectionDepth: whole(1, "How deep replies are selected; 10 by default."),
    credentials,
    identities: mapping(Object.fromEntries(roles), "What each role presents."),
    outcomes: listOf(matcher, "How refusals are classified. The first match decides."),
    errors,
    warnings: orNone(
      mapping(
        { list: name("Path of the list in the body."), message: name("Path of the text in one.") },
        "Where a reply carries what was accepted with a warning.",
        ["list", "message"],
      ),
    ),
    features: listOf(
      word(Object.keys(features), "A feature."),
      "What the endpoint supports; all of it is tested. Defaults to what the dialect describes.",
    ),
    assignedName: name("The name of the objects that the identity assignee is limited to."),
    rateLimit: mapping(
      {
        requests: whole(1, "How many requests."),
        windowSeconds: { type: "number", exclusiveMinimum: 0, description: "In how many seconds." },
      },
      "What leads to a refusal of the identity throttled.",
      ["requests", "windowSeconds"],
    ),
    retainedEvents: whole(1, "How many events are retained for watches that resume."),
    semantics: reference("semantics"),
    everyKind: reference("kind"),
    kinds: mapOf(orNone(reference("kind")), "The kinds that are tested, by name."),
    definitions: definitionsSchema,
  },
  "How one GraphQL schema spells the contract of a status subresource.",
  ["dialect"],
);

export const dialectSchema: JsonObject = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Dialect of a GraphQL endpoint",
  ...file,
  definitions: { ...kindDefinitions, credential },
};
