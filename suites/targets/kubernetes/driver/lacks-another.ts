import { isJsonObject } from "#contract";
import type { RestReply } from "../resources/transport.ts";

/**
 * Whether a creation is refused because the server does not know another object, such as the namespace: what
 * a run needs is created all at once, and what depends on it may come first.
 */
export function lacksAnother({ status, data: { value } }: RestReply): boolean {
  const details = isJsonObject(value) ? value["details"] : undefined;
  const name = isJsonObject(details) ? details["name"] : undefined;
  return status === 404 && typeof name === "string" && name !== "";
}
