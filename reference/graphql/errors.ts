import { GraphQLError } from "graphql";
import { refuse, refuseInvalid, RefusedError } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { RequestRules } from "../rules/rules.ts";

/** A refusal that belongs to no field. */
export function errorOf(rules: Pick<RequestRules, "report">, refusal: Refusal): GraphQLError {
  const { message, extensions } = rules.report(refusal);
  return new GraphQLError(message, { extensions });
}

/** What GraphQL found wrong with a request, as causes without a field. */
export function causesOf(errors: readonly GraphQLError[]): readonly Cause[] {
  return errors.map(({ message }) => ({ reason: "QueryInvalid", message }));
}

/**
 * Words an error of the execution for the wire. Refusals keep what they say, mistakes in arguments
 * are invalid, and whatever else was thrown is hidden behind `INTERNAL`. Errors that have extensions were worded before, and stay.
 */
export function wordError(
  rules: Pick<RequestRules, "report">,
  error: GraphQLError | Error,
): GraphQLError {
  if (!(error instanceof GraphQLError)) {
    return errorOf(rules, refuseInvalid([{ reason: "QueryInvalid", message: error.message }]));
  }
  if (Object.keys(error.extensions).length > 0) return error;
  const { message, extensions } = rules.report(refusalBehind(error));
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, {
    extensions,
    ...(nodes === undefined ? {} : { nodes }),
    ...(source === undefined ? {} : { source }),
    ...(positions === undefined ? {} : { positions }),
    ...(path === undefined ? {} : { path }),
  });
}

function refusalBehind(error: GraphQLError): Refusal {
  const { originalError, path } = error;
  if (originalError instanceof RefusedError) return originalError.refusal;
  // Only root fields have arguments: what GraphQL itself reports deeper down is a reply that does not
  // fit the schema.
  const isArgument = originalError instanceof GraphQLError && path?.length === 1;
  return originalError === undefined || isArgument
    ? refuseInvalid(causesOf([error]))
    : refuse("INTERNAL", "The server failed.");
}
