import type { JsonObject } from "#contract";
import type { Step } from "#harness";
import { accepted, resourceAt, stepWith } from "./builders.ts";

/** A step that returned the usual object with a status, at the version of the exchange. */
export function shows(status: JsonObject, exchange = 1): Step {
  return stepWith(accepted(resourceAt(String(exchange), { status })), exchange);
}
