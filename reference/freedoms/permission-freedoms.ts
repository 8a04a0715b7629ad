import { isJsonObject } from "#contract";
import type { JsonValue, RequirementId, Resource } from "#contract";
import type { Identity } from "../kinds/demo-identities.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { isRefusal, refuse } from "../values/refusal.ts";
import { withFields } from "../values/schema-edits.ts";

const writesToExisting: ReadonlySet<string> = new Set(["update", "patch", "delete"]);

const anybody: Identity = { name: "anybody", grants: [] };

/** Requirements whose checks expect that a read is denied, including reads without a credential. */
const undenied: readonly RequirementId[] = [
  "errors.reasons-distinguishable",
  "errors.stable-code",
  "authorization.stranger-cannot-read",
  "authorization.anonymous-refused",
  "authorization.existence-not-disclosed",
];

export const permissionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "anonymous-is-forbidden",
    summary:
      "A request without a credential is rejected like one from a caller without permissions.",
    why: "A server may treat anonymous callers as an identity like any other.",
    sources: [{ source: "kubernetes/apiserver", at: "system:anonymous" }],
    declares: [{ at: "semantics/anonymous", put: "forbidden" }],
    decides: "anonymous",
    change: (rules) => ({
      authenticate: (credential) =>
        credential.token === undefined ? anybody : rules.authenticate(credential),
    }),
  }),
  defineFreedom({
    name: "denied-reads-look-missing",
    summary:
      "A caller without permission to read an object gets the same response as for a missing object.",
    why: "A denial that looks like a missing object does not reveal whether the object exists.",
    sources: [{ source: "issue-threads", at: "APIs that return 404 to hide private objects" }],
    decides: "denials",
    change: (rules) => ({
      authorize: (access) => {
        const denial = rules.authorize(access);
        const isHidden =
          access.verb === "get" ||
          (writesToExisting.has(access.verb) &&
            rules.authorize({ ...access, verb: "get", subresource: "" }) !== undefined);
        return denial?.code === "FORBIDDEN" && isHidden
          ? refuse("NOT_FOUND", `There is no ${access.kind} with this name.`)
          : denial;
      },
    }),
  }),
  defineFreedom({
    name: "readers-learn-what-is-missing",
    summary:
      "A write to a missing object, or a creation of an existing one, is rejected for that reason if the caller may read objects, even without permission to write.",
    why: "A caller who may read objects knows which ones exist. Many resolvers load the object before they check the permission to write it.",
    sources: [{ source: "issue-threads", at: "row-level permissions" }],
    change: (rules) => ({
      writeSteps: (request) => {
        const { identity, channel, style, kind, key } = request;
        const { namespace, name } = key;
        const read = { verb: "get", subresource: "", exists: true } as const;
        const about = { identity, channel, style, kind: kind.name, namespace, name };
        const steps = rules.writeSteps(request);
        if (rules.authorize({ ...about, ...read }) !== undefined) return steps;
        return ["existence", ...steps.filter((step) => step !== "existence")];
      },
    }),
  }),
  defineFreedom({
    name: "denied-lists-are-empty",
    summary: "A caller without permission to list a kind gets an empty list.",
    why: "A list may contain only the objects that the caller has permission to read, possibly none.",
    sources: [{ source: "issue-threads", at: "row-level permissions" }],
    decides: "denials",
    change: (rules) => ({
      authorize: (access) =>
        access.verb === "list" && access.identity.name !== anybody.name
          ? undefined
          : rules.authorize(access),
      listed: (access, states) => {
        const { namespace } = states.current?.metadata ?? {};
        const place = namespace === undefined ? {} : { namespace };
        const denial = rules.authorize({ ...access, ...place });
        return denial === undefined ? rules.listed(access, states) : undefined;
      },
    }),
  }),
  defineFreedom({
    name: "reads-are-public",
    summary: "Every caller may read, list and watch, even without a credential.",
    why: "The server decides who may read. The dialect declares that roles without read permission do not exist.",
    sources: [{ source: "issue-threads", at: "public catalogues" }],
    withdraws: ["authorization.statusOnly", "authorization.namespaces", "authorization.names"],
    declares: [
      { at: "identities/stranger", put: { unavailable: "every caller may read" } },
      { at: "identities/anonymous", put: { unavailable: "every caller may read" } },
      {
        at: "identities/reporter",
        put: { unavailable: "every caller who may write may also read" },
      },
    ],
    excuses: undenied.map((requirement) => ({
      requirement,
      verdict: "untestable",
      because: "every caller may read",
    })),
    decides: "anonymous",
    change: (rules) => ({
      authenticate: (credential) => {
        const identity = rules.authenticate(credential);
        const isReading = credential.token === undefined && credential.operation !== "mutation";
        return isRefusal(identity) && isReading ? anybody : identity;
      },
      authorize: (access) =>
        access.verb === "get" || access.verb === "list" || access.verb === "watch"
          ? undefined
          : rules.authorize(access),
    }),
  }),
  defineFreedom({
    name: "denials-name-the-caller",
    summary: "A denial names the caller, the missing permission, and the contact who can grant it.",
    why: "The server may choose any text for a denial that discloses nothing about the object.",
    sources: [{ source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/responsewriters" }],
    change: (rules) => ({
      authorize: (access) => {
        const denial = rules.authorize(access);
        if (denial?.code !== "FORBIDDEN") return denial;
        const { identity, verb, kind } = access;
        const message = `${identity.name} lacks ${kind.toLowerCase()}:${verb}. Ask an administrator.`;
        return refuse("FORBIDDEN", message, { reason: "MissingScope" });
      },
    }),
  }),
];

const admission = {
  why: "Admission may change a write by an author.",
  sources: [{ source: "kubernetes/kubernetes", at: "mutating admission webhooks" } as const],
};

export const admissionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "specs-get-an-address",
    summary: "Each Service gets a unique address in its spec that no write can change.",
    why: "A server may allocate a spec field that the author omits.",
    sources: [{ source: "kubernetes/kubernetes", at: "clusterIP of a Service" }],
    // The generic operations reject fields that the kind does not declare.
    excludes: ["generic-operations-alone"],
    change: (rules) => {
      let allocated = 0;
      return {
        schema: (sdl) =>
          withFields(rules.schema(sdl), (type) => type === "ServiceSpec", "clusterAddress: String"),
        // An update that replaces the object contains the stored spec.
        understand: (args, call) => {
          const understood = rules.understand(args, call);
          const { input } = understood;
          if (!isJsonObject(input) || !isJsonObject(input["spec"])) return understood;
          const { clusterAddress: _address, ...spec } = input["spec"];
          return { ...understood, input: { ...input, spec } };
        },
        createObject: (request, stamp) => {
          allocated += 1;
          return withAddress(rules.createObject(request, stamp), `address-${allocated}`);
        },
        updateObject: (request, stored) =>
          withAddress(rules.updateObject(request, stored), stored.spec?.["clusterAddress"]),
      };
    },
  }),
  defineFreedom({
    name: "admission-labels",
    summary: "Each object has a label with its kind that no write can remove.",
    ...admission,
    excludes: ["no-labels"],
    change: (rules) => ({
      createObject: (request, stamp) => labelled(rules.createObject(request, stamp)),
      updateObject: (request, stored) => labelled(rules.updateObject(request, stored)),
    }),
  }),
];

function labelled(object: Resource): Resource {
  const labels = { ...object.metadata.labels, "reference.example/kind": object.kind };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function withAddress(object: Resource, address: JsonValue | undefined): Resource {
  return object.kind !== "Service" || address === undefined
    ? object
    : { ...object, spec: { ...object.spec, clusterAddress: address } };
}
