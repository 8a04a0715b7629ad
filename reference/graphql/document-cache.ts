import { maxAliasesRule } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthRule } from "@escape.tech/graphql-armor-max-depth";
import { GraphQLError, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, GraphQLSchema, ValidationRule } from "graphql";
import type { ServerLimits } from "../values/server-limits.ts";

/** A parsed query. `document` is absent if the query has a syntax error. */
export interface CheckedDocument {
  readonly document?: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

export class DocumentCache {
  readonly #schema: GraphQLSchema;
  readonly #limits: ServerLimits;
  readonly #bounds: readonly ValidationRule[];
  readonly #checked = new Map<string, CheckedDocument>();
  #latest: { readonly query: string; readonly checked: CheckedDocument } | undefined;

  constructor(schema: GraphQLSchema, limits: ServerLimits) {
    this.#schema = schema;
    this.#limits = limits;
    this.#bounds = [
      maxDepthRule({ n: limits.queryDepth, propagateOnRejection: false, onReject: [reportError] }),
      maxAliasesRule({
        n: limits.queryAliases,
        propagateOnRejection: false,
        onReject: [reportError],
      }),
    ];
  }

  check(query: string): CheckedDocument {
    // The fast path: most queries repeat the preceding one.
    if (query === this.#latest?.query) return this.#latest.checked;
    const checked = this.#checked.get(query) ?? this.#parse(query);
    if (query.length <= this.#limits.cachedQueryLength) this.#remember(query, checked);
    return checked;
  }

  #parse(query: string): CheckedDocument {
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: this.#limits.queryTokens });
    } catch (error) {
      return { errors: [error instanceof GraphQLError ? error : new GraphQLError("Unreadable.")] };
    }
    // Checks the limits first, because other validation rules can be slow for queries that exceed them.
    const excess = validate(this.#schema, document, this.#bounds);
    const errors = excess.length > 0 ? excess : validate(this.#schema, document, specifiedRules);
    return { document, errors };
  }

  #remember(query: string, checked: CheckedDocument): void {
    this.#latest = { query, checked };
    // Inserts the entry again, at the end of the insertion order.
    this.#checked.delete(query);
    this.#checked.set(query, checked);
    const oldest = this.#checked.keys().next();
    if (this.#checked.size > this.#limits.cachedQueries && oldest.done !== true) {
      this.#checked.delete(oldest.value);
    }
  }
}

function reportError(
  context: { reportError(error: GraphQLError): void } | null,
  error: GraphQLError,
): void {
  context?.reportError(error);
}
