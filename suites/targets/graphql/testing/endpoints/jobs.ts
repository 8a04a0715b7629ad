import { GraphQLError } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import { checkMembers, isCount, isText, membersOf, oneOf, withoutNulls } from "./member-rules.ts";

const sdl = `
  type Query {
    readJob(namespace: String!, name: String!): Job
    listJobs(namespace: String): JobList!
  }
  type Mutation {
    createJob(namespace: String!, _Input: String!): Job!
    replaceJob(namespace: String!, name: String!, _Input: String!): Job!
    replaceJobStatus(namespace: String!, name: String!, _Input: String!): Job!
    deleteJob(namespace: String!, name: String!): Job!
  }
  type Subscription { jobEvents(namespace: String): JobEvent! }
  type Job { metadata: JobMeta! spec: JobSpec status: JobStatus }
  type JobMeta { name: String! namespace: String! uid: ID! resourceVersion: String! generation: Int! }
  type JobSpec { image: String retries: Int }
  type JobStatus { phase: JobPhase runs: Int node: String observedGeneration: Int }
  enum JobPhase { Queued Running Done }
  type JobList { metadata: ListMeta! items: [Job!]! }
  type ListMeta { resourceVersion: String! }
  type JobEvent { event: String! object: Job! }
`;

export type JobDefect =
  /** A replacement without a status deletes the stored status. */
  | "replacing-drops-status"
  | "version-in-text-ignored"
  | "status-text-stores-spec"
  /** A delete event has the type of an update. */
  | "deletion-is-called-a-change";

/**
 * Starts the jobs endpoint on a free port, with the given defects. It uses only a WebSocket, with the credential in
 * every message. Writes take whole objects as JSON strings, and error codes are numbers. Watches start with all
 * objects, and event types have a prefix.
 */
export async function startJobs(defects: readonly JobDefect[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  return serveSchema({
    sdl,
    root: rootOf(store, defects),
    may: {
      author: (field) => isRead(field) || ["createJob", "replaceJob", "deleteJob"].includes(field),
      controller: (field) => isRead(field) || field === "replaceJobStatus",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "subscribePayload",
    transport: "socket",
    unauthenticated: { status: 401, body: "" },
    formatError: inNumbers,
  });
}

const numbers: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 422,
  STALE: 409,
};

function inNumbers({ message, extensions }: GraphQLError): GraphQLError {
  const { code } = extensions;
  return new GraphQLError(message, { extensions: { statusCode: numbers[String(code)] ?? 400 } });
}

interface Address {
  readonly namespace: string;
  readonly name: string;
}

interface Write extends Address {
  readonly _Input: string;
}

function rootOf(
  store: ObjectStore,
  defects: readonly JobDefect[],
): Readonly<Record<string, object>> {
  return {
    readJob: (address: Address) => {
      const found = store.read(keyOf(address));
      return found === undefined ? null : jobOf(found);
    },
    listJobs: ({ namespace }: Partial<Address>) => ({
      metadata: { resourceVersion: store.version },
      items: store.list("Job", namespace ?? undefined).map(jobOf),
    }),
    createJob: ({ namespace, _Input: text }: Omit<Write, "name">) => {
      const { metadata, spec, status } = parsed(text);
      const { name } = checkedMeta(metadata);
      if (typeof name !== "string" || name === "") throw refuse("INVALID", "a job needs a name");
      if (status !== undefined) throw refuse("INVALID", "a new job has no status");
      return jobOf(store.create(keyOf({ namespace, name }), checkedSpec(membersOf(spec))));
    },
    replaceJob: (write: Write) => {
      const { body, stored } = currentOf(store, write, false);
      if (body["status"] !== undefined) throw refuse("INVALID", "the status is written elsewhere");
      const spec = checkedSpec(membersOf(body["spec"]));
      const dropped = defects.includes("replacing-drops-status") ? { status: {} } : {};
      return jobOf(store.write(stored, { spec, ...dropped }));
    },
    replaceJobStatus: (write: Write) => {
      const { body, stored } = currentOf(store, write, defects.includes("version-in-text-ignored"));
      const takesSpec = defects.includes("status-text-stores-spec") && isJsonObject(body["spec"]);
      if (body["spec"] !== undefined && !takesSpec)
        throw refuse("INVALID", "the spec is written elsewhere");
      const status = checkedStatus(withoutNulls(membersOf(body["status"])));
      return jobOf(
        store.write(stored, { status, ...(takesSpec ? { spec: membersOf(body["spec"]) } : {}) }),
      );
    },
    deleteJob: (address: Address) => jobOf(store.remove(store.find(keyOf(address)))),
    jobEvents: (asked: Partial<Address>) => feedOf(store, asked, defects),
  };
}

function parsed(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    if (isJsonObject(body)) return checkedParts(body);
  } catch (error) {
    if (error instanceof GraphQLError) throw error;
    // Invalid JSON is rejected below, like any other string that does not contain an object.
  }
  throw refuse("INVALID", "the text holds no object");
}

const isAnything = (): boolean => true;

function checkedParts(body: JsonObject): JsonObject {
  checkMembers("job", body, { metadata: isAnything, spec: isAnything, status: isAnything });
  return body;
}

function currentOf(
  store: ObjectStore,
  write: Write,
  isAnyVersion: boolean,
): { readonly body: JsonObject; readonly stored: StoredObject } {
  const stored = store.find(keyOf(write));
  const body = parsed(write["_Input"]);
  const { resourceVersion: version } = checkedMeta(body["metadata"]);
  if (version === undefined || version === null || version === "")
    throw refuse("INVALID", "a version is needed");
  if (version !== stored.version && !isAnyVersion)
    throw refuse("STALE", `${stored.name} has changed`);
  return { body, stored };
}

/** Checks the metadata that a caller may send: the key and the version to replace. */
function checkedMeta(value: JsonValue | undefined): JsonObject {
  const metadata = membersOf(value);
  checkMembers("metadata", metadata, { name: isText, namespace: isText, resourceVersion: isText });
  return metadata;
}

function checkedSpec(spec: JsonObject): JsonObject {
  checkMembers("spec", spec, { image: isText, retries: isCount });
  return spec;
}

function checkedStatus(status: JsonObject): JsonObject {
  const phase = oneOf("Queued", "Running", "Done");
  checkMembers("status", status, {
    phase,
    runs: isCount,
    node: isText,
    observedGeneration: isCount,
  });
  return status;
}

function keyOf({ namespace, name }: Address): StoredKey {
  return { kind: "Job", place: namespace, name };
}

function jobOf({ place, name, uid, version, generation, spec, status }: StoredObject): object {
  const metadata = { name, namespace: place, uid, resourceVersion: version, generation };
  return { metadata, spec, status: status ?? null };
}

async function* feedOf(
  store: ObjectStore,
  { namespace }: Partial<Address>,
  defects: readonly JobDefect[],
): AsyncGenerator<object> {
  const start = store.cursor;
  const deleted = defects.includes("deletion-is-called-a-change") ? "MODIFIED" : "DELETED";
  for (const object of store.list("Job", namespace ?? undefined)) yield event("ADDED", object);
  for await (const { type, object } of store.changes(start)) {
    if ((namespace ?? object.place) === object.place)
      yield event(type === "DELETED" ? deleted : type, object);
  }
}

function isRead(field: string): boolean {
  return ["readJob", "listJobs", "jobEvents"].includes(field);
}

function event(type: string, object: StoredObject): object {
  return { jobEvents: { event: `JOB_${type}`, object: jobOf(object) } };
}
