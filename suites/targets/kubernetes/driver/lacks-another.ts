import { isJsonObject } from "#contract";
import type { RestReply } from "../resources/rest-transport.ts";

/**
 * Whether a create request was rejected because another object, such as the namespace, does not exist yet.
 * Prerequisites are created concurrently, in any order.
 */
export function lacksAnother({ status, data: { value } }: RestReply): boolean {
  const details = isJsonObject(value) ? value["details"] : undefined;
  const name = isJsonObject(details) ? details["name"] : undefined;
  return status === 404 && typeof name === "string" && name !== "";
}
