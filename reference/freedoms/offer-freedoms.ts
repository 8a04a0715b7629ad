import type { Feature, RequirementId } from "#contract";
import { kinds } from "../kinds/demo-kinds.ts";
import type { Rules } from "../rules/rules.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { DialectEdit, Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";
import {
  withoutArguments,
  withoutEnumValue,
  withoutMembers,
  withoutSubscriptions,
  withTypes,
} from "../values/schema-edits.ts";
import type { MemberTest } from "../values/schema-edits.ts";

const optional = "The contract requires a feature only if the server declares it.";

function argument(verbs: readonly string[], place: string): readonly DialectEdit[] {
  return verbs.map((verb) => ({ at: `everyKind/operations/${verb}/*/arguments/${place}` }));
}

const inputs = /^(?:Create|Update|Replace|Patch|Delete)\w*Input$/u;

const isInput: MemberTest = (type) => inputs.test(type);

function withoutInput(rules: Rules, members: readonly string[]): Rules["schema"] {
  return (sdl) =>
    withoutMembers(
      rules.schema(sdl),
      (type, member) => isInput(type, member) && members.includes(member),
    );
}

function withoutMembersOf(rules: Rules, type: RegExp, members: readonly string[]): Rules["schema"] {
  return (sdl) =>
    withoutMembers(
      rules.schema(sdl),
      (name, member) => type.test(name) && members.includes(member),
    );
}

const roots = /^(?:Query|Mutation|Subscription)$/u;

function withoutOperations(rules: Rules, isMeant: (field: string) => boolean): Rules["schema"] {
  return (sdl) =>
    withoutMembers(rules.schema(sdl), (type, member) => roots.test(type) && isMeant(member));
}

const patchFeatures: readonly Feature[] = [
  "status.patch.merge",
  "status.patch.json",
  "status.apply",
];

const runtimeFeatures: readonly Feature[] = ["kinds.runtime", "status.default"];

const genericFields = [
  "resource",
  "resources",
  "createResource",
  "updateResource",
  "deleteResource",
  "updateResourceStatus",
  "replaceResourceStatus",
  "patchResourceStatus",
  "watchResources",
];

const patchIds = [
  "patchResourceStatus.merge",
  "patchResourceStatus.json",
  "patchResourceStatus.apply",
];

const typedFields = kinds.flatMap(({ name, singular, plural }) => [
  singular,
  plural,
  `create${name}`,
  `update${name}`,
  `delete${name}`,
  `update${name}Status`,
  `watch${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
]);

function withoutIds(ids: readonly string[]): readonly DialectEdit[] {
  return ids.map((id) => ({ at: `kinds/*/operations/*/${id}` }));
}

function deniedTo(rules: Rules, role: string): Rules["authorize"] {
  return (access) =>
    access.identity.name === role
      ? refuse("FORBIDDEN", "The server cannot grant such permissions.")
      : rules.authorize(access);
}

const ofReplies: readonly RequirementId[] = [
  "write.returns-complete-object",
  "write.dry-run-returns-the-result",
  "write.dry-run-takes-no-version",
  "authorization.status-reply-as-declared",
  "concurrency.versionless-writes-all-land",
];

const offers: readonly Freedom[] = [
  defineFreedom({
    name: "replies-without-object",
    summary: "Create, update and status mutations return only the kind of the object.",
    why: "The schema defines what a mutation returns; a read shows the stored object.",
    declares: ["create", "update", "updateStatus", "patchStatus"].map((verb) => ({
      at: `everyKind/operations/${verb}/*/result`,
      put: null,
    })),
    excuses: ofReplies.map((requirement) => ({
      requirement,
      verdict: "not-applicable",
      because: "responses contain no object",
    })),
    hides: ["reply"],
    change: (rules) => ({
      schema: (sdl) =>
        withTypes(`${rules.schema(sdl)} type Written { kind: String }`, (type, member) =>
          type === "Mutation" && !member.startsWith("delete") ? "Written" : undefined,
        ),
    }),
  }),
  defineFreedom({
    name: "no-generation",
    summary: "Objects have no generation.",
    why: optional,
    withdraws: ["generation"],
    declares: [{ at: "everyKind/paths/generation" }],
    decides: "generation",
    change: (rules) => ({ schema: withoutMembersOf(rules, /^Metadata$/u, ["generation"]) }),
  }),
  defineFreedom({
    name: "no-annotations",
    summary: "Objects have no annotations.",
    why: optional,
    declares: [
      ...argument(["create", "update"], "input/annotations"),
      { at: "everyKind/paths/annotations" },
    ],
    decides: "annotations",
    change: (rules) => ({
      schema: withoutMembersOf(
        { ...rules, schema: withoutInput(rules, ["annotations"]) },
        /^Metadata$/u,
        ["annotations"],
      ),
    }),
  }),
  defineFreedom({
    name: "no-labels",
    summary: "Objects have no labels or annotations, and there are no label selectors.",
    why: optional,
    withdraws: ["labels.write", "watch.selector", "watch.selectorTransitions"],
    declares: [
      ...argument(["create", "update"], "input/labels"),
      ...argument(["create", "update"], "input/annotations"),
      ...argument(["list", "watch"], "selector"),
      { at: "everyKind/paths/labels" },
      { at: "everyKind/paths/annotations" },
    ],
    excuses: [
      {
        requirement: "isolation.metadata-in-status-write-is-rejected",
        verdict: "inconclusive",
        because: "objects have no author-owned metadata that a status write could contain",
      },
      {
        requirement: "isolation.metadata-in-status-write-is-rejected",
        verdict: "not-applicable",
        because: "objects have no author-owned metadata",
        alongside: ["no-finalizers"],
      },
      {
        requirement: "write.spec-write-keeps-metadata",
        verdict: "not-applicable",
        because: "objects have no author-owned metadata",
        alongside: ["no-finalizers"],
      },
      {
        requirement: "write.spec-write-keeps-metadata",
        verdict: "not-applicable",
        because:
          "finalizers are the only author-owned metadata, and deletions do not wait for them",
        alongside: ["no-deletion"],
      },
      {
        requirement: "isolation.status-write-never-changes-metadata",
        verdict: "inconclusive",
        because:
          "finalizers are the only author-owned metadata, and deletions do not wait for them",
        alongside: ["no-deletion"],
      },
    ],
    decides: "annotations",
    change: (rules) => ({
      schema: (sdl) =>
        withoutMembers(
          withoutArguments(rules.schema(sdl), (name) => name === "selector"),
          (type, member) =>
            (type === "Metadata" || isInput(type, member)) &&
            ["labels", "annotations"].includes(member),
        ),
    }),
  }),
  defineFreedom({
    name: "no-finalizers",
    summary: "A deletion does not wait for finalizers.",
    why: optional,
    withdraws: ["finalizers"],
    declares: [
      ...argument(["create", "update"], "input/finalizers"),
      { at: "everyKind/paths/finalizers" },
      { at: "everyKind/paths/deletionTimestamp" },
    ],
    change: (rules) => ({
      schema: (sdl) =>
        withoutMembers(
          rules.schema(sdl),
          (type, member) =>
            (type === "Metadata" || isInput(type, member)) &&
            ["finalizers", "deletionTimestamp"].includes(member),
        ),
    }),
  }),
  defineFreedom({
    name: "no-uid-precondition",
    summary: "Writes cannot have a uid as a precondition.",
    why: optional,
    withdraws: ["precondition.uid"],
    declares: argument(["update", "updateStatus", "patchStatus", "delete"], "input/uid"),
    change: (rules) => ({ schema: withoutInput(rules, ["uid"]) }),
  }),
  defineFreedom({
    name: "no-dry-run",
    summary: "Dry runs are not supported.",
    why: optional,
    withdraws: ["dry-run"],
    declares: argument(
      ["create", "update", "updateStatus", "patchStatus", "delete"],
      "options/dryRun",
    ),
    change: (rules) => ({ schema: withoutMembersOf(rules, /^WriteOptions$/u, ["dryRun"]) }),
  }),
  defineFreedom({
    name: "no-field-validation",
    summary: "Clients cannot choose how unknown fields are handled.",
    why: optional,
    withdraws: ["field-validation"],
    declares: argument(
      ["create", "update", "updateStatus", "patchStatus"],
      "options/fieldValidation",
    ),
    change: (rules) => ({
      schema: withoutMembersOf(rules, /^WriteOptions$/u, ["fieldValidation"]),
    }),
  }),
  defineFreedom({
    name: "no-field-managers",
    summary: "There is no field ownership and no apply.",
    why: optional,
    withdraws: ["field-manager", "status.apply"],
    declares: [
      ...argument(["create", "update", "updateStatus", "patchStatus"], "options/fieldManager"),
      ...argument(["create", "update", "updateStatus", "patchStatus"], "options/force"),
      { at: "everyKind/operations/updateStatus/patchResourceStatus.apply" },
      { at: "everyKind/operations/patchStatus/*/formats/apply" },
      { at: "everyKind/paths/managedFields" },
    ],
    change: (rules) => ({
      managedFields: () => [],
      schema: (sdl) =>
        withoutMembers(
          withoutEnumValue(rules.schema(sdl), "PatchType", "APPLY"),
          (type, member) =>
            (type === "Metadata" && member === "managedFields") ||
            (type === "WriteOptions" && ["fieldManager", "force"].includes(member)),
        ),
    }),
  }),
  defineFreedom({
    name: "no-patches",
    summary: "A status is written partially or as a whole, never with a patch.",
    why: optional,
    withdraws: patchFeatures,
    declares: [
      { at: "everyKind/operations/patchStatus" },
      ...patchIds.map((id) => ({ at: `everyKind/operations/updateStatus/${id}` })),
    ],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => field === "patchResourceStatus"),
    }),
  }),
  defineFreedom({
    name: "no-replacing-mutation",
    summary: "No mutation replaces the whole status.",
    why: optional,
    withdraws: ["status.replace"],
    declares: [
      { at: "everyKind/operations/updateStatus/replaceResourceStatus" },
      { at: "everyKind/operations/updateStatus/patchResourceStatus.json" },
    ],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => field === "replaceResourceStatus"),
    }),
  }),
  defineFreedom({
    name: "typed-operations-alone",
    summary: "Each kind has its own operations, and there are no generic operations.",
    why: optional,
    sources: [{ source: "graphql-status-contract", at: "typed mutations" }],
    withdraws: [...runtimeFeatures, ...patchFeatures, "status.replace", "field-validation"],
    declares: [{ at: "definitions" }, ...withoutIds([...genericFields, ...patchIds])],
    excuses: [
      {
        requirement: "kinds.missing-status-is-told-apart",
        verdict: "not-applicable",
        because: "the schema has no mutation that could write the status of such a kind",
      },
    ],
    decides: "operations",
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => genericFields.includes(field)),
    }),
  }),
  defineFreedom({
    name: "generic-operations-alone",
    summary: "The same operations serve all kinds and return objects as JSON.",
    why: "Kinds without a type in the schema are served as JSON.",
    declares: withoutIds(typedFields),
    decides: "operations",
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => typedFields.includes(field)),
    }),
  }),
  defineFreedom({
    name: "no-run-time-kinds",
    summary: "Kinds cannot be defined while the server runs.",
    why: optional,
    withdraws: runtimeFeatures,
    declares: [{ at: "definitions" }],
    change: (rules) => ({
      authorize: (access) =>
        access.kind === "CustomResourceDefinition"
          ? refuse("FORBIDDEN", "Kinds cannot be defined on this server.")
          : rules.authorize(access),
    }),
  }),
  defineFreedom({
    name: "no-cluster-kinds",
    summary: "Every kind is namespaced.",
    why: optional,
    withdraws: ["kinds.clusterScoped"],
    declares: [{ at: "kinds/Namespace" }],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => /namespace/iu.test(field)),
    }),
  }),
  defineFreedom({
    name: "no-kinds-without-status",
    summary: "Every kind has a status.",
    why: optional,
    withdraws: ["kinds.withoutStatus"],
    declares: [{ at: "kinds/ConfigMap" }, { at: "definitions/objects/Gadget" }],
    excuses: [
      {
        requirement: "allocation.binding-leaves-holder-alone",
        verdict: "inconclusive",
        because: "no other kind exists that an object could be bound to by name",
      },
    ],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => /configMap/iu.test(field)),
    }),
  }),
  defineFreedom({
    name: "no-bookmarks",
    summary: "There are no bookmarks.",
    why: optional,
    withdraws: ["watch.bookmarks"],
    declares: argument(["watch"], "bookmarks"),
    change: (rules) => ({
      schema: (sdl) => withoutArguments(rules.schema(sdl), (name) => name === "bookmarks"),
    }),
  }),
  defineFreedom({
    name: "no-initial-events",
    summary: "A watch never starts with the current state.",
    why: optional,
    withdraws: ["watch.initialEvents"],
    declares: argument(["watch"], "initialEvents"),
    decides: "initial events",
    change: (rules) => ({
      schema: (sdl) => withoutArguments(rules.schema(sdl), (name) => name === "initialEvents"),
    }),
  }),
  defineFreedom({
    name: "no-selectors",
    summary: "Lists and watches have no label selectors.",
    why: optional,
    withdraws: ["watch.selector", "watch.selectorTransitions"],
    declares: argument(["list", "watch"], "selector"),
    excuses: [
      {
        requirement: "write.list-selector-filter",
        verdict: "not-applicable",
        because: "no list accepts a label selector",
      },
    ],
    change: (rules) => ({
      schema: (sdl) => withoutArguments(rules.schema(sdl), (name) => name === "selector"),
    }),
  }),
  defineFreedom({
    name: "no-event-streams",
    summary: "Watches are only served over WebSocket.",
    why: optional,
    withdraws: ["watch.serverSentEvents"],
    declares: [{ at: "eventStream" }],
    change: (rules) => ({
      authenticate: (credential) =>
        credential.channel === "events"
          ? refuse("INVALID", "Server-sent events are not available.")
          : rules.authenticate(credential),
    }),
  }),
  defineFreedom({
    name: "no-queries-over-sockets",
    summary: "The connection for watches does not accept queries or mutations.",
    why: optional,
    withdraws: ["transport.socket"],
    decides: "transport of queries",
    change: (rules) => ({
      authenticate: (credential) =>
        credential.channel === "socket" && credential.operation !== "subscription"
          ? refuse("INVALID", "WebSockets only accept subscriptions.")
          : rules.authenticate(credential),
    }),
  }),
  defineFreedom({
    name: "no-resuming",
    summary: "A watch always starts with the next event.",
    why: optional,
    withdraws: ["watch.resume", "watch.expiry", "list.version"],
    declares: [
      ...argument(["watch"], "resourceVersion"),
      { at: "everyKind/operations/list/*/resourceVersion" },
      { at: "retainedEvents" },
    ],
    change: (rules) => ({
      schema: (sdl) =>
        withoutMembers(
          withoutArguments(rules.schema(sdl), (name) => name === "resourceVersion"),
          (type, member) => type.endsWith("List") && member === "resourceVersion",
        ),
    }),
  }),
  defineFreedom({
    name: "no-list-versions",
    summary: "Lists have no version.",
    why: optional,
    withdraws: ["list.version"],
    declares: [{ at: "everyKind/operations/list/*/resourceVersion" }],
    change: (rules) => ({ schema: withoutMembersOf(rules, /List$/u, ["resourceVersion"]) }),
  }),
  defineFreedom({
    name: "no-lists",
    summary: "Objects can only be read one at a time.",
    why: optional,
    withdraws: ["read.list", "list.version"],
    declares: [{ at: "everyKind/operations/list" }],
    excuses: [
      {
        requirement: "kinds.objects-go-with-definition",
        verdict: "inconclusive",
        because: "only a list shows the remaining objects of a kind",
      },
    ],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) =>
        [...kinds.map(({ plural }) => plural), "resources"].includes(field),
      ),
    }),
  }),
  defineFreedom({
    name: "no-watches",
    summary: "There are no watches: clients must poll.",
    why: optional,
    hides: ["announce", "bookmark", "deliver", "eventFor", "initialEvents", "replay", "startAfter"],
    withdraws: [
      "watch",
      "watch.authorization",
      "watch.bookmarks",
      "watch.expiry",
      "watch.initialEvents",
      "watch.namespace",
      "watch.resume",
      "watch.selector",
      "watch.selectorTransitions",
      "watch.serverSentEvents",
    ],
    declares: [
      { at: "everyKind/operations/watch" },
      { at: "eventStream" },
      { at: "retainedEvents" },
    ],
    change: (rules) => ({
      schema: (sdl) => withoutSubscriptions(rules.schema(sdl)),
    }),
  }),
  defineFreedom({
    name: "no-deletion",
    summary: "Objects cannot be deleted.",
    why: optional,
    withdraws: ["delete", "finalizers"],
    declares: [{ at: "everyKind/operations/delete" }],
    change: (rules) => ({
      schema: withoutOperations(rules, (field) => field.startsWith("delete")),
    }),
  }),
  defineFreedom({
    name: "no-rate-limit",
    summary: "There is no rate limit.",
    why: optional,
    withdraws: ["rate-limit"],
    declares: [
      { at: "rateLimit" },
      { at: "identities/throttled", put: { unavailable: "there is no rate limit" } },
    ],
    decides: "limits",
    change: (rules) => ({
      authenticate: (credential) => {
        const { rateLimit: _none, ...rest } = {
          rateLimit: undefined,
          ...rules.authenticate(credential),
        };
        return rest;
      },
    }),
  }),
  defineFreedom({
    name: "no-permissions-by-name",
    summary: "Permissions cannot be limited to objects with certain names.",
    why: optional,
    withdraws: ["authorization.names"],
    declares: [
      { at: "assignedName" },
      { at: "identities/assignee", put: { unavailable: "permissions cover whole kinds" } },
    ],
    change: (rules) => ({ authorize: deniedTo(rules, "assignee") }),
  }),
  defineFreedom({
    name: "no-permissions-by-namespace",
    summary: "Permissions cannot be limited to namespaces.",
    why: optional,
    withdraws: ["authorization.namespaces"],
    declares: [
      { at: "identities/tenant", put: { unavailable: "permissions cover all namespaces" } },
    ],
    change: (rules) => ({ authorize: deniedTo(rules, "tenant") }),
  }),
  defineFreedom({
    name: "no-permission-for-status-alone",
    summary: "Every caller who may write a status may also read.",
    why: optional,
    withdraws: ["authorization.statusOnly"],
    declares: [
      {
        at: "identities/reporter",
        put: { unavailable: "every caller who may write may also read" },
      },
    ],
    change: (rules) => ({
      authorize: (access) =>
        access.identity.name === "reporter" && isReading(access.verb)
          ? undefined
          : rules.authorize(access),
    }),
  }),
  defineFreedom({
    name: "warnings-without-place",
    summary: "Responses contain no warnings.",
    why: "The contract does not define where warnings appear: a log or a header may contain them.",
    declares: [{ at: "warnings" }],
    excuses: [
      {
        requirement: "write.warning-validation-tells-unknown-members",
        verdict: "untestable",
        because: "the dialect does not map warnings",
      },
    ],
    change: (rules) => ({
      respond: (result) => {
        const { extensions: _extensions, ...rest } = result;
        return rules.respond(rest);
      },
    }),
  }),
];

function isReading(verb: WriteRequest["verb"] | "get" | "list" | "watch"): boolean {
  return verb === "get" || verb === "list" || verb === "watch";
}

/** Freedoms to support fewer features. If one withdraws a feature, it is flagged as an absence. */
export const offerFreedoms: readonly Freedom[] = offers.map((freedom) =>
  freedom.withdraws === undefined ? freedom : { ...freedom, isAbsence: true },
);
