import { createSourceEventStream, Kind, visit } from "graphql";
import type { DocumentNode, ExecutionArgs, ExecutionResult, SelectionNode } from "graphql";
import type { Resource, WatchEvent } from "#contract";
import type { Executor } from "./executor.ts";

/** Maximum number of objects with cached results. Readers that keep up need only the newest object. */
const maxRemembered = 256;

interface SharedResult {
  readonly document: DocumentNode;
  readonly event: WatchEvent;
  readonly result: ExecutionResult;
}

/**
 * Opens subscriptions. Executes a document once per event for all its subscribers, because execution dominates the cost
 * of an event.
 */
export class Subscriptions {
  /** Keyed by the object of the event, which all watches share. */
  readonly #shared = new Map<Resource, SharedResult[]>();
  readonly #isShared = new WeakMap<DocumentNode, boolean>();
  readonly #executor: Executor;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  async open(args: ExecutionArgs): Promise<ExecutionResult | AsyncGenerator<ExecutionResult>> {
    const { schema, document, rootValue, contextValue, variableValues, operationName } = args;
    const source = await createSourceEventStream(
      schema,
      document,
      rootValue,
      contextValue,
      variableValues,
      operationName,
    );
    if (!(Symbol.asyncIterator in source)) return source;
    return mapped(source[Symbol.asyncIterator](), (event) => this.#resultOf(args, event));
  }

  #resultOf(args: ExecutionArgs, event: unknown): ExecutionResult | Promise<ExecutionResult> {
    const { document } = args;
    const carryOut = (): ReturnType<Executor["execute"]> =>
      this.#executor.execute({ ...args, rootValue: event });
    if (!isOfObject(event) || !this.#canShare(document)) return carryOut();
    const shared = this.#sharedOf(event.object);
    const known = shared.find((one) => one.document === document && isSame(one.event, event));
    if (known !== undefined) return known.result;
    const result = carryOut();
    if ("then" in result) return result;
    shared.push({ document, event, result });
    return result;
  }

  #sharedOf(object: Resource): SharedResult[] {
    const known = this.#shared.get(object);
    if (known !== undefined) return known;
    const shared: SharedResult[] = [];
    this.#shared.set(object, shared);
    const oldest = this.#shared.keys().next();
    if (this.#shared.size > maxRemembered && oldest.done !== true)
      this.#shared.delete(oldest.value);
    return shared;
  }

  #canShare(document: DocumentNode): boolean {
    const known = this.#isShared.get(document) ?? isIndependent(document);
    this.#isShared.set(document, known);
    return known;
  }
}

type ObjectEvent = WatchEvent & { readonly object: Resource };

/**
 * Whether an event has an object. The source of a subscription yields only watch events, of which only bookmarks have
 * no object.
 */
function isOfObject(event: unknown): event is ObjectEvent {
  return (
    typeof event === "object" && event !== null && "object" in event && event.object !== undefined
  );
}

/**
 * Whether two events have equal results. The types must also be equal: they depend on whether the object matched the
 * watch before.
 */
function isSame(one: WatchEvent, other: WatchEvent): boolean {
  return (
    one.type === other.type &&
    one.resourceVersion === other.resourceVersion &&
    one.initialEventsEnd === other.initialEventsEnd
  );
}

/**
 * Whether a result depends only on the document and the event: variables occur only in the arguments that filter
 * events.
 */
function isIndependent({ definitions }: DocumentNode): boolean {
  const [operation] = definitions;
  if (definitions.length > 1 || operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  return operation.selectionSet.selections.every(selectsPlainly);
}

function selectsPlainly(selection: SelectionNode): boolean {
  if (selection.kind !== Kind.FIELD || (selection.directives ?? []).length > 0) return false;
  let isPlain = true;
  const found = (): void => {
    isPlain = false;
  };
  if (selection.selectionSet !== undefined) {
    visit(selection.selectionSet, { Variable: found, Directive: found });
  }
  return isPlain;
}

type Step = IteratorResult<ExecutionResult, undefined>;

/** Maps a stream. Not a generator function, because a generator cannot be closed while it waits for the next event. */
function mapped(
  source: AsyncIterator<unknown>,
  map: (event: unknown) => ExecutionResult | Promise<ExecutionResult>,
): AsyncGenerator<ExecutionResult> {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await source.return?.();
    return { done: true, value: undefined };
  };
  const mapStep = (step: IteratorResult<unknown>): Step | Promise<Step> => {
    if (step.done === true) return { done: true, value: undefined };
    const result = map(step.value);
    // Avoids a promise for a synchronous result. It would take most of the delivery time.
    if (!("then" in result)) return { done: false, value: result };
    return result.then((value) => ({ done: false, value }));
  };
  return {
    next: () => source.next().then(mapStep),
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
