import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Ask } from "../resources/administrator-rules.ts";
import { listedIn } from "./discovery.ts";

const maxObjects = 50;

/**
 * Finds the field manager that wrote the status of an existing object: a sign that a controller of the kind runs or has
 * run on this server. kubectl does not count as a controller. Undefined if there is no such manager.
 */
export async function statusWriter(path: string, ask: Ask): Promise<string | undefined> {
  const query = { limit: String(maxObjects) };
  const objects = listedIn(await ask({ method: "GET", path, query }), "items");
  return objects.flatMap(writersOf).find((manager) => !manager.startsWith("kubectl"));
}

function writersOf({ metadata }: JsonObject): readonly string[] {
  const managed: unknown = isJsonObject(metadata) ? metadata["managedFields"] : undefined;
  if (!Array.isArray(managed)) return [];
  return managed.flatMap((one: unknown) => {
    if (!isJsonObject(one) || one["subresource"] !== "status") return [];
    return typeof one["manager"] === "string" ? [one["manager"]] : [];
  });
}
