import type { JsonObject, JsonValue } from "#contract";
import type { ReferenceServer } from "../server/start-reference.ts";
import { at, send, textAt, versionOf } from "./reference-client.ts";
import type { Reply, Role } from "./reference-client.ts";

export interface Details {
  readonly resourceVersion?: string;
  readonly uid?: string;
  readonly options?: JsonObject;
  readonly role?: Role;
}

export interface BucketWriter {
  readonly create: (spec?: JsonObject, details?: Details) => Promise<Reply>;
  readonly update: (input: JsonObject, details?: Details) => Promise<Reply>;
  readonly delete: (details?: Details) => Promise<Reply>;
  readonly report: (status: JsonObject, details?: Details) => Promise<Reply>;
  readonly replace: (status: JsonValue, details?: Details) => Promise<Reply>;
  readonly merge: (patch: JsonValue, details?: Details) => Promise<Reply>;
  readonly json: (patch: JsonValue, details?: Details) => Promise<Reply>;
  readonly apply: (status: JsonObject, manager: string, details?: Details) => Promise<Reply>;
  readonly applyDocument: (patch: JsonValue, details?: Details) => Promise<Reply>;
  readonly read: () => Promise<JsonValue>;
}

const bucketKey: JsonObject = { kind: "Bucket", namespace: "default", name: "web" };

const selection = `kind metadata {
  name namespace uid resourceVersion generation labels annotations finalizers deletionTimestamp
  managedFields { manager operation subresource fields }
} spec status`;

export function bucketOf(server: ReferenceServer, key: JsonObject = bucketKey): BucketWriter {
  const read = async (): Promise<JsonValue> => {
    const query = `query ($kind: String!, $name: String!) {
      resource(kind: $kind, namespace: "default", name: $name) { ${selection} }
    }`;
    return (
      await send(server, "reader", {
        query,
        variables: { kind: key["kind"] ?? "", name: key["name"] ?? "" },
      })
    ).value;
  };
  const write = async (field: string, content: JsonObject, details: Details): Promise<Reply> => {
    const { options = null, role = "controller", uid } = details;
    const resourceVersion = details.resourceVersion ?? versionOf(await read());
    const isCreation = field === "createResource";
    const input = {
      ...key,
      ...(isCreation ? {} : { resourceVersion }),
      ...(uid === undefined ? {} : { uid }),
      ...content,
    };
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const query = `mutation ($input: ${type}!, $options: WriteOptions) {
      ${field}(input: $input, options: $options) { ${selection} }
    }`;
    return send(server, role, { query, variables: { input, options } });
  };
  const author: Details = { role: "author" };
  const patch =
    (type: string) =>
    (document: JsonValue, details: Details = {}) =>
      write("patchResourceStatus", { type, patch: document }, details);
  return {
    create: (spec = { region: "eu" }, details = {}) =>
      write("createResource", { spec }, { ...author, ...details }),
    update: (input, details = {}) => write("updateResource", input, { ...author, ...details }),
    delete: (details = {}) => write("deleteResource", {}, { ...author, ...details }),
    report: (status, details = {}) => write("updateResourceStatus", { status }, details),
    replace: (status, details = {}) => write("replaceResourceStatus", { status }, details),
    merge: patch("MERGE"),
    json: patch("JSON"),
    apply: (status, fieldManager, details = {}) =>
      patch("APPLY")({ status }, { ...details, options: { fieldManager, ...details.options } }),
    applyDocument: patch("APPLY"),
    read,
  };
}

export function condition(type: string, more: JsonObject = {}): JsonObject {
  return {
    type,
    status: "True",
    reason: "Tested",
    message: "",
    lastTransitionTime: "2024-01-01T00:00:00Z",
    ...more,
  };
}

/** Returns the conditions of an object by type, abbreviated: `Ready=True`. */
export function conditionsOf(object: JsonValue): readonly string[] {
  const conditions = at(object, "status", "conditions");
  return Array.isArray(conditions)
    ? conditions.map((each: JsonValue) => `${textAt(each, "type")}=${textAt(each, "status")}`)
    : [];
}

export function ownedBy(object: JsonValue, manager: string): readonly JsonValue[] {
  const entries = at(object, "metadata", "managedFields");
  return Array.isArray(entries)
    ? entries.filter((entry: JsonValue) => at(entry, "manager") === manager)
    : [];
}
