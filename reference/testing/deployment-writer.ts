import type { JsonObject, JsonValue } from "#contract";
import type { ReferenceServer } from "../server/start-reference.ts";
import { mutate, send } from "./reference-client.ts";
import type { Reply, Role } from "./reference-client.ts";

export const place = { namespace: "default", name: "web" };

/** The typed and the generic mutations of a Deployment. Assertions must hold for both. */
export const ways = [
  { way: "typed", suffix: "Deployment", kind: {} },
  { way: "generic", suffix: "Resource", kind: { kind: "Deployment" } },
] as const;

export interface Writer {
  readonly create: (input?: JsonObject) => Promise<Reply>;
  readonly update: (input: JsonObject) => Promise<Reply>;
  readonly updateStatus: (input: JsonObject) => Promise<Reply>;
  readonly delete: (input: JsonObject) => Promise<Reply>;
}

export function writerOf(server: ReferenceServer, way: (typeof ways)[number]): Writer {
  const { suffix, kind } = way;
  const write = (role: Role, field: string, input: JsonObject): Promise<Reply> =>
    mutate(server, role, { field, input: { ...kind, ...place, ...input } });
  return {
    create: (input = { spec: { replicas: 2, image: "web:1" } }) =>
      write("author", `create${suffix}`, input),
    update: (input) => write("author", `update${suffix}`, input),
    updateStatus: (input) => write("controller", `update${suffix}Status`, input),
    delete: (input) => write("author", `delete${suffix}`, input),
  };
}

export async function read(server: ReferenceServer): Promise<JsonValue> {
  const query = `{ resource(kind: "Deployment", namespace: "default", name: "web") {
    kind
    metadata { name namespace uid resourceVersion generation creationTimestamp labels annotations }
    spec
    status
  } }`;
  return (await send(server, "reader", { query })).value;
}
