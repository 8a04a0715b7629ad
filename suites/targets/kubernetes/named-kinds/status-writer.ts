import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Ask } from "../resources/administrator-rules.ts";
import { listedIn } from "./discovery.ts";

/** The number of inspected objects. */
const mostObjects = 50;

/**
 * The manager that wrote the status of an existing object: the kind's controllers run here, or have run. Undefined if
 * there is no such object. kubectl is no controller.
 */
export async function statusWriter(path: string, ask: Ask): Promise<string | undefined> {
  const query = { limit: String(mostObjects) };
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
