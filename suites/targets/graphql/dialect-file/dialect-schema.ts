import { features, identities } from "#contract";
import type { JsonObject } from "#contract";
import { socketPlaces } from "../../port/credential-places.ts";
import { queryProtocols, watchProtocols } from "../dialect/endpoint-places.ts";
import { definitionsSchema, kindDefinitions } from "./kind-schema.ts";
import { declarableNames } from "./operation-schema.ts";
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

export const dialectFormat = 1;

const path = (what: string): JsonObject =>
  name(`${what}, resolved against the address of the endpoint. Example: /graphql.`);

const endpoint = mapping(
  {
    queries: mapping(
      {
        protocol: word(queryProtocols, "Protocol for queries and mutations. Defaults to http."),
        path: path("Path or URL"),
      },
      "Endpoint for queries and mutations.",
    ),
    watches: mapping(
      {
        protocol: word(watchProtocols, "Protocol for watches. Defaults to graphql-transport-ws."),
        path: path("Path or URL"),
        channel: name(
          "Class of the Action Cable channel that executes operations. Defaults to GraphqlChannel. " +
            "Only for the protocol action-cable.",
        ),
      },
      "Endpoint of watches.",
    ),
    requestsPerSecond: whole(1, "Maximum number of requests per second."),
    schema: name(
      "File with a copy of the schema, as GraphQL SDL or as JSON. Only read if the endpoint rejects introspection. " +
        "Relative to the dialect file.",
    ),
  },
  "Protocols and addresses of the endpoint.",
);

const format = name(
  "Value to send, such as Bearer $credential, where $credential is replaced by the credential.",
);

const credentials = mapping(
  {
    http: mapping(
      { header: name("Name of the header."), format },
      "Header for HTTP requests. Omit it if arguments contain $credential.",
      ["header", "format"],
    ),
    socket: orNone(
      mapping(
        {
          place: word(
            socketPlaces,
            "Location of the credential: the connection_init payload, a header of the upgrade request, each subscribe payload, or a query parameter of the URL.",
          ),
          name: name(
            "Name of the header or query parameter, or path of the property, such as token or headers.Authorization.",
          ),
          format,
        },
        "Credential for WebSocket connections. Omit it if the endpoint has no WebSocket.",
        ["place", "name", "format"],
      ),
    ),
    headers: mapOf(
      name(
        "Value of the header. $env.VARIABLE is replaced by a secret from the environment; requests of roles without a credential omit the header.",
      ),
      "Additional headers for every request, such as an API gateway key.",
    ),
  },
  "How to send credentials.",
);

const credential = choice(
  {
    static: name("The credential itself. For secrets, use env instead."),
    env: name("Environment variable that contains the credential."),
    file: name(
      "File that contains the credential. A relative path is resolved against the folder of this file.",
    ),
    command: listOf(name("One word of the command."), "Command that prints the credential."),
    login: mapping(
      {
        field: name("Name of the mutation."),
        arguments: free(
          "Arguments of the mutation. $env.VARIABLE is the value of an environment variable.",
        ),
        credential: name("Path of the credential in the result of the mutation."),
        document: name(
          "GraphQL document to send instead of a generated one. The arguments become its variables.",
        ),
      },
      "Login mutation that returns the credential.",
      ["field", "arguments", "credential"],
    ),
    jwt: mapping(
      {
        algorithm: name("JOSE algorithm, such as HS256."),
        keyEnv: name(
          "Environment variable that contains the signing key: a plain string for HS256, " +
            "otherwise a PKCS #8 key in PEM.",
        ),
        claims: free(
          "Claims of the token; iat and exp are added. $env.VARIABLE is the value of an environment variable.",
        ),
        keyId: name("Key ID (kid) in the header of the token."),
        lifetimeSeconds: whole(1, "Lifetime of the token in seconds. Defaults to 3600."),
      },
      "JWT that is created and signed for the run.",
      ["algorithm", "keyEnv", "claims"],
    ),
    headers: mapOf(
      name("Value of the header. $env.VARIABLE is the value of an environment variable."),
      "Headers that form the credential, such as a role, a user ID and a secret. They " +
        "replace the configured credential header.",
    ),
    none: claim("The role sends no credential."),
    unavailable: name(
      "Reason why the run has no credential for this role although the endpoint supports the role.",
    ),
    notApplicable: name(
      "Reason why the endpoint has no such role. Requirements about the role then do not " +
        "apply. Not allowed for author and controller.",
    ),
  },
  "Credential of the role.",
);

const roles = Object.entries(identities).map(([role, means]) => [
  role,
  { ...orNone(reference("credential")), description: `The role ${role}: ${means}.` },
]);

const verb = word(
  ["create", "read", "list", "update", "updateStatus", "patchStatus", "delete", "watch"],
  "A verb.",
);

const reasons = [
  "unauthenticated",
  "forbidden",
  "notFound",
  "alreadyExists",
  "conflict",
  "invalid",
  "expired",
  "rateLimited",
  "internal",
] as const;

const matcher = mapping(
  {
    reason: word(reasons, "Reason assigned to a matching rejection."),
    alsoFor: listOf(
      word(reasons, "A reason."),
      "Other reasons for which the endpoint returns the same response. Requirements that only " +
        "these reasons satisfy are judged by the effect of the request.",
    ),
    code: name("Machine-readable code of the error."),
    message: name("Regular expression in RE2 syntax that matches part of the message."),
    http: whole(100, "HTTP status code of the response."),
    closeCode: whole(1000, "Close code of the WebSocket."),
    extension: mapping(
      { path: name("Path in the extensions of the error."), value: anything("Required value.") },
      "Property of the error's extensions and its value.",
      ["path", "value"],
    ),
    payload: mapping(
      {
        path: name("Path in the value of the field. Use __typename for the types of a union."),
        value: anything("Required value. Defaults to any value other than null."),
        currentResourceVersion: name(
          "Path of the current version, relative to the value of the field.",
        ),
      },
      "Matches a value in a result without errors.",
      ["path"],
    ),
    nullResult: claim("Matches if a result without errors has null instead of the object."),
    verbs: listOf(verb, "Verbs that the matcher applies to. Defaults to all verbs."),
  },
  "One way to recognize a rejected request. All given properties must match.",
  ["reason"],
);

const causes = mapping(
  {
    list: text(
      "Path of a list of causes, of the only cause, or of an object with one property for each invalid field. Empty if the error itself is the only cause.",
    ),
    reason: name("Path of the reason in a cause."),
    field: text(
      "Path of the invalid field in a cause. Empty if the cause itself is the name of the field.",
    ),
    message: text("Path of the message in a cause."),
  },
  "The list of causes.",
  ["list", "message"],
);

const errors = mapping(
  {
    code: name("Path of the machine-readable code. Defaults to extensions.code."),
    currentResourceVersion: name("Path of the current version."),
    retryAfterSeconds: name("Path of the retry delay, in seconds."),
    causes,
    payload: mapping(
      {
        code: name(
          "Path of the machine-readable code. Defaults to the value that the matcher matched.",
        ),
        message: name("Path of the message."),
        causes,
      },
      "Paths for errors that are returned as data, relative to the value of the field.",
    ),
  },
  "Paths of the values that checks read from an error, relative to the error.",
);

const file = mapping(
  {
    dialect: { const: dialectFormat, description: "Version of this format." },
    name: name("Name of the dialect in reports."),
    extends: name(
      "Path of the dialect file that this file extends, relative to this file, or canonical for the dialect of the reference server.",
    ),
    endpoint,
    eventStream: orNone(
      mapping(
        { path: path("Path or URL of the event streams") },
        "Endpoint that also serves watches as server-sent events.",
        ["path"],
      ),
    ),
    selectionDepth: whole(
      1,
      "Maximum depth of the objects in selection sets, e.g. if the endpoint limits the depth or the " +
        "cost of queries. Mapped fields are always selected. By default, responses have 10 levels.",
    ),
    credentials,
    identities: mapping(Object.fromEntries(roles), "Credential of each role."),
    outcomes: listOf(matcher, "Rules that classify rejected requests. The first match applies."),
    errors,
    warnings: orNone(
      mapping(
        {
          list: name("Path of the list in the body of the response."),
          message: name("Path of the message in a warning."),
        },
        "Location of warnings in a response.",
        ["list", "message"],
      ),
    ),
    features: listOf(
      word(Object.keys(features), "A feature."),
      "Features that the endpoint supports. A run tests all of them. Defaults to the " +
        "features that the dialect describes.",
    ),
    assignedName: name("Name of the objects that the role `assignee` may access."),
    rateLimit: mapping(
      {
        requests: whole(1, "Number of requests."),
        windowSeconds: { type: "number", exclusiveMinimum: 0, description: "Period in seconds." },
      },
      "Rate limit for the role `throttled`.",
      ["requests", "windowSeconds"],
    ),
    retainedEvents: whole(
      1,
      "Number of retained events that watches can resume from. " +
        "If old events are removed in batches, the lowest number.",
    ),
    semantics: reference("semantics"),
    guessedSemantics: listOf(
      word(declarableNames, "The name of a declaration in `semantics`."),
      "Declarations that were never observed. Requirements that depend on them are then " +
        "undecided if they seem broken. Remove an entry when you have checked it.",
    ),
    everyKind: reference("kind"),
    kinds: mapOf(orNone(reference("kind")), "Kinds to test, by name."),
    definitions: definitionsSchema,
  },
  "Maps a GraphQL schema to the contract of a status subresource.",
  ["dialect"],
);

export const dialectSchema: JsonObject = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Dialect of a GraphQL endpoint",
  ...file,
  definitions: { ...kindDefinitions, credential },
};
