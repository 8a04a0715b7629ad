import type { JsonObject } from "#contract";
import type { Step } from "#harness";
import { accepted, resourceAt, stepWith } from "./builders.ts";

/** Returns a step that shows the default object with a status. Its version is the number of the exchange. */
export function shows(status: JsonObject, exchange = 1): Step {
  return stepWith(accepted(resourceAt(String(exchange), { status })), exchange);
}
