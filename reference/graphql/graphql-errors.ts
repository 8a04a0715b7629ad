import { GraphQLError } from "graphql";
import { refuse, refuseInvalid, RefusedError } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { RequestRules } from "../rules/rules.ts";

export function errorOf(rules: Pick<RequestRules, "report">, refusal: Refusal): GraphQLError {
  const { message, extensions } = rules.report(refusal);
  return new GraphQLError(message, { extensions });
}

export function causesOf(errors: readonly GraphQLError[]): readonly Cause[] {
  return errors.map(({ message }) => ({ reason: "QueryInvalid", message }));
}

/**
 * Formats an execution error. A refusal keeps its message, an invalid argument becomes `INVALID`, and any other error
 * is hidden behind `INTERNAL`. Errors with extensions are already formatted.
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
  // Only root fields have arguments. A GraphQL error below a root field shows that the response does not match the
  // schema.
  const isArgument = originalError instanceof GraphQLError && path?.length === 1;
  return originalError === undefined || isArgument
    ? refuseInvalid(causesOf([error]))
    : refuse("INTERNAL", "The server failed.");
}
