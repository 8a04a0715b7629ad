import { setTimeout as wait } from "node:timers/promises";
import { getOperationAST, GraphQLError } from "graphql";
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  GraphQLSchema,
  OperationDefinitionNode,
} from "graphql";
import { contentLimits } from "../values/content-limits.ts";
import { isDeeperThan } from "../values/json-bounds.ts";
import { isRefusal, refuse, RefusedError, refuseInvalid } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { Identity } from "../kinds/demo-identities.ts";
import type { Caller, Channel } from "../kinds/store-requests.ts";
import type { RequestRules, Rules } from "../rules/rules.ts";
import type { DocumentCache } from "./document-cache.ts";
import { Executor } from "./executor.ts";
import type { Operations } from "./field-operations.ts";
import type { RequestMeter } from "./request-meter.ts";
import { isIntrospection, rootCallsOf, rootFieldFormOf } from "./root-calls.ts";
import { rootFields } from "./schema-root-fields.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface EndpointOptions {
  readonly rules: Rules;
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly operations: Operations;
  readonly meter: RequestMeter;
  readonly replyDelayMs: number;
}

export interface EndpointRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly authorization: string | undefined;
  readonly channel: Channel;
  readonly userAgent?: string | undefined;
}

export interface Warning {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

class Asked {
  readonly caller: Caller;
  readonly operations: Operations;
  readonly warnings: Warning[] = [];

  constructor(caller: Caller, operations: Operations) {
    this.caller = caller;
    this.operations = operations;
  }
}

/** The execution context. A plain type, because the transport handlers do not accept a class with private fields. */
export type CallContext = { readonly [Member in keyof Asked]: Asked[Member] };

export type Execution = ExecutionArgs & { contextValue: CallContext };

/**
 * Processes GraphQL requests, for any transport. Reports a failed authentication before the errors of the query, and
 * rejects invalid requests in the order that the contract defines.
 */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #executor = new Executor();
  readonly #subscriptions = new Subscriptions(this.#executor);

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  async prepare(request: EndpointRequest): Promise<Execution | readonly GraphQLError[]> {
    try {
      return await this.#prepare(request);
    } catch (error) {
      const originalError = error instanceof Error ? error : new Error(String(error));
      return [this.encodeError(new GraphQLError(originalError.message, { originalError }))];
    }
  }

  execute(execution: ExecutionArgs): ReturnType<Executor["execute"]> {
    return this.#executor.execute(execution);
  }

  /** Completes the response to a query or mutation, or to a rejected subscription. `execution` comes from `prepare`. */
  async settle(execution: ExecutionArgs, result: ExecutionResult): Promise<ExecutionResult> {
    const { rules, replyDelayMs } = this.#options;
    if (replyDelayMs > 0) await wait(replyDelayMs);
    const context = execution.contextValue instanceof Asked ? execution.contextValue : undefined;
    const { caller, warnings = [] } = context ?? {};
    const reply = warnings.length === 0 ? result : { ...result, extensions: { warnings } };
    if (result.errors === undefined) return rules.respond(reply);
    // An error without a path occurred before execution: the variables do not match their types.
    if (caller === undefined || result.errors.some((error) => error.path !== undefined)) {
      const errors = result.errors.map((error) => wordError(rules, error));
      return rules.respond({ ...reply, errors });
    }
    const { document, operationName, variableValues: variables } = execution;
    const request = { operationName, variables };
    const errors = await this.#refuse({ request, document, caller, errors: result.errors });
    return rules.respond({ ...result, errors });
  }

  subscribe(args: ExecutionArgs): ReturnType<Subscriptions["open"]> {
    return this.#subscriptions.open(args);
  }

  encodeError(error: GraphQLError | Error): GraphQLError {
    return wordError(this.#options.rules, error);
  }

  httpStatus(result: ExecutionResult): number {
    return this.#options.rules.httpStatus(result);
  }

  refusal(refusal: Refusal): GraphQLError {
    return errorOf(this.#options.rules, refusal);
  }

  #prepare(request: EndpointRequest): Execution | Promise<readonly GraphQLError[]> {
    const { schema, documents, rules, meter, operations } = this.#options;
    const { document, errors } = documents.check(request.query);
    const operation = document && getOperationAST(document, request.operationName);
    const identity = this.#identify(request, document, operation);
    if (isRefusal(identity)) return this.#answer([errorOf(rules, identity)]);
    const tooMany = meter.count(identity);
    if (tooMany !== undefined) return this.#answer([errorOf(rules, tooMany)]);
    const rootField = operation ? rootFieldFormOf(operation) : undefined;
    const caller: Caller = { identity, channel: request.channel, rootField };
    if (isDeeperThan(request.variables, contentLimits.jsonLevels)) {
      return this.#answer([errorOf(rules, tooDeep)]);
    }
    if (document === undefined || errors.length > 0) {
      return this.#refuse({ request, document, caller, errors }).then((refusal) =>
        this.#answer(refusal),
      );
    }
    return {
      schema,
      document,
      operationName: request.operationName ?? null,
      variableValues: request.variables ?? {},
      contextValue: new Asked(caller, operations),
    };
  }

  #identify(
    request: EndpointRequest,
    document: DocumentNode | undefined,
    operation: OperationDefinitionNode | null | undefined,
  ): Identity | Refusal {
    if (document && operation && isIntrospection(document, operation)) return nobody;
    const token = request.authorization?.replace(/^Bearer +/i, "");
    return this.#options.rules.authenticate({
      token,
      channel: request.channel,
      userAgent: request.userAgent,
      operation: operation?.operation ?? "query",
    });
  }

  /**
   * Returns the errors for an invalid request: the refusal of its first root field, or else the validation errors of
   * GraphQL.
   */
  async #refuse(failed: FailedRequest): Promise<readonly GraphQLError[]> {
    const { rules, operations } = this.#options;
    const { request, document, caller, errors } = failed;
    const operation = document && getOperationAST(document, request.operationName);
    const calls =
      document && operation ? rootCallsOf(document, operation, request.variables ?? {}) : [];
    for (const { name, args } of calls) {
      const field = rootFields.get(name);
      if (field === undefined) continue;
      try {
        await operations.refuse({ field, args, caller }, causesOf(errors));
      } catch (error) {
        if (error instanceof RefusedError) return [errorOf(rules, error.refusal)];
        throw error;
      }
    }
    return errors.map((error) => wordError(rules, error));
  }

  async #answer(errors: readonly GraphQLError[]): Promise<readonly GraphQLError[]> {
    const { rules, replyDelayMs } = this.#options;
    if (replyDelayMs > 0) await wait(replyDelayMs);
    return (await rules.respond({ errors })).errors ?? [];
  }
}

interface FailedRequest {
  readonly request: Pick<EndpointRequest, "operationName" | "variables">;
  readonly document: DocumentNode | undefined;
  readonly caller: Caller;
  readonly errors: readonly GraphQLError[];
}

/**
 * The refusal of a request whose variables are nested too deeply. Checked early, because later steps traverse the
 * arguments repeatedly.
 */
const tooDeep = refuse(
  "INVALID",
  `Variables may have at most ${contentLimits.jsonLevels} levels of objects and lists.`,
);

/** Introspection requires no credential. */
const nobody: Identity = { name: "anybody", grants: [] };

function errorOf(rules: Pick<RequestRules, "report">, refusal: Refusal): GraphQLError {
  const { message, extensions } = rules.report(refusal);
  return new GraphQLError(message, { extensions });
}

function causesOf(errors: readonly GraphQLError[]): readonly Cause[] {
  return errors.map(({ message }) => ({ reason: "QueryInvalid", message }));
}

/**
 * Formats an error. A refusal keeps its message, an invalid query, variable or argument becomes `INVALID`, and any
 * other error is reported only as `INTERNAL`. Errors with extensions are already formatted.
 */
function wordError(rules: Pick<RequestRules, "report">, error: GraphQLError | Error): GraphQLError {
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
