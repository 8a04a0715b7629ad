import { resourceVersion } from "#contract";
import type { JsonObject, ReadCommand, UpdateStatusCommand } from "#contract";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";

/** A schema that differs from the canonical one in typical ways: nested roots, payloads, edges. */
export const widgetSchema = `
  scalar JSON
  type Query { shop: ShopQuery }
  type ShopQuery {
    widget(ns: String!, name: String!): Widget
    widgets(ns: String, selector: String, first: Int! = 50): WidgetConnection
  }
  type Mutation {
    createWidget(input: CreateWidgetInput!): WidgetPayload
    updateWidget(input: UpdateWidgetInput!): WidgetPayload
    updateWidgetStatus(input: WidgetStatusInput!): WidgetPayload
    deleteWidget(ns: String!, name: String!): Boolean
  }
  type Subscription { widgetEvents(ns: String, after: String): WidgetEvent }
  type Widget { meta: Meta! spec: JSON status: WidgetStatus related(first: Int!): [Widget!] parent: Widget }
  type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: JSON }
  type WidgetStatus { phase: Phase count: Int }
  enum Phase { Idle Busy }
  type WidgetConnection { version: String edges: [WidgetEdge!]! }
  type WidgetEdge { node: Widget! }
  type WidgetPayload { object: Widget conflict: Conflict }
  type Conflict { version: String }
  type WidgetEvent { op: String! version: String! object: Widget }
  input CreateWidgetInput { ns: String! name: String! labels: JSON spec: JSON! }
  input UpdateWidgetInput { ns: String! name: String! version: String labels: JSON spec: JSON }
  input WidgetStatusInput { ns: String! name: String! version: String! uid: ID status: StatusInput! }
  input StatusInput { phase: Phase count: Int }
`;

/** An object in the form of {@link widgetSchema}, with GraphQL's nulls. */
export const widgetData: JsonObject = {
  meta: { name: "a", ns: "default", uid: "u1", version: "7", generation: 1, labels: null },
  spec: { size: 1, note: null },
  status: null,
};

const widgetKind: KindDialect = {
  name: "Widget",
  literal: "WIDGET",
  scope: "namespaced",
  namespaces: ["default"],
  paths: {
    name: "meta.name",
    namespace: "meta.ns",
    uid: "meta.uid",
    resourceVersion: "meta.version",
    generation: "meta.generation",
    labels: "meta.labels",
    spec: "spec",
    status: "status",
  },
  operations: {
    create: [
      {
        id: "createWidget",
        field: "createWidget",
        arguments: { input: { ns: "$namespace", name: "$name", labels: "$labels", spec: "$spec" } },
        result: "object",
        inside: "input.spec",
      },
    ],
    read: [
      {
        id: "widget",
        field: "shop.widget",
        arguments: { ns: "$namespace", name: "$name" },
        result: "",
      },
    ],
    list: [
      {
        id: "widgets",
        field: "shop.widgets",
        arguments: { ns: "$namespace", selector: "$selectorText" },
        items: "edges.node",
        resourceVersion: "version",
      },
    ],
    update: [
      {
        id: "updateWidget",
        field: "updateWidget",
        arguments: {
          input: { ns: "$namespace", name: "$name", version: "$resourceVersion", spec: "$spec" },
        },
        result: "object",
      },
    ],
    updateStatus: [
      {
        id: "updateWidgetStatus",
        field: "updateWidgetStatus",
        arguments: {
          input: {
            ns: "$namespace",
            name: "$name",
            version: "$resourceVersion",
            uid: "$uid",
            status: "$status",
          },
        },
        result: "object",
        beside: "input",
        inside: "input.status",
        statusMode: "partial",
      },
    ],
    patchStatus: [],
    delete: [
      {
        id: "deleteWidget",
        field: "deleteWidget",
        arguments: { ns: "$namespace", name: "$name" },
        result: null,
      },
    ],
    watch: [
      {
        id: "widgetEvents",
        field: "widgetEvents",
        arguments: { ns: "$namespace", after: "$cursor" },
        type: { path: "op", names: { created: "ADDED", changed: "MODIFIED", gone: "DELETED" } },
        resourceVersion: "version",
        object: "object",
      },
    ],
  },
  samples: { specs: [], statuses: [], counter: "count", invalidStatuses: [] },
};

export const widgetDialect: Dialect = {
  name: "widgets",
  credentials: {
    http: { header: "X-Token", format: "Token $credential" },
    socket: { place: "connectionInit", name: "token", format: "Token $credential" },
  },
  identities: {
    author: { kind: "static", credential: "secret-of-author" },
    controller: { kind: "static", credential: "secret-of-controller" },
    anonymous: { kind: "none" },
  },
  outcomes: [
    {
      reason: "conflict",
      payload: { path: "conflict", currentResourceVersion: "conflict.version" },
    },
    { reason: "conflict", extension: { path: "statusCode", value: 409 } },
    { reason: "invalid", code: "BAD_USER_INPUT" },
    { reason: "notFound", message: "not found$", verbs: ["update", "updateStatus", "delete"] },
    { reason: "notFound", nullResult: true, verbs: ["read"] },
    { reason: "forbidden", message: "forbidden" },
    { reason: "unauthenticated", http: 401 },
    { reason: "rateLimited", http: 429 },
    { reason: "forbidden", closeCode: 4403 },
  ],
  errors: {
    code: "extensions.code",
    currentResourceVersion: "extensions.current",
    retryAfterSeconds: "extensions.retryAfterSeconds",
    causes: { list: "extensions.causes", field: "field", reason: "reason", message: "message" },
  },
  features: ["watch"],
  semantics: {
    crossWrite: "rejected",
    precondition: "required",
    omittedMembers: "unchanged",
    nullMembers: "cleared",
    noOp: "keepsVersion",
    deletedEvent: "lastState",
    staleAndInvalid: "conflict",
  },
  kinds: [widgetKind],
};

export const widget: KindDialect = widgetKind;

export const widgetKey = { kind: "Widget", namespace: "default", name: "a" } as const;

export const widgetVersion = resourceVersion("7");

export const readWidget: ReadCommand = { verb: "read", identity: "author", key: widgetKey };

export const reportWidget: UpdateStatusCommand = {
  verb: "updateStatus",
  identity: "controller",
  key: widgetKey,
  status: { count: 1 },
  resourceVersion: widgetVersion,
};
