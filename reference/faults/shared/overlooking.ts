import type { Cause } from "../../values/refusal.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import type { Rules } from "../../rules/rules.ts";

/** The validation of a server that does not see the mistakes for which `isOverlooked` holds. */
export function overlooking(
  rules: Rules,
  isOverlooked: (cause: Cause, request: WriteRequest) => boolean,
): Rules["validate"] {
  return (request, stored, after) =>
    rules.validate(request, stored, after).filter((cause) => !isOverlooked(cause, request));
}

/** Whether a mistake lies in the member `name` of a condition in a list of them. */
export function isOfCondition(name: string, { field = "" }: Cause): boolean {
  return new RegExp(String.raw`^status\.conditions\[\d+\]\.${name}$`).test(field);
}
