import type { Command, JsonValue, Outcome } from "#contract";
import type { Exchange } from "../../port/target.ts";
import type { ListOperation, ObjectOperation } from "../dialect/operations.ts";
import { valueAt } from "../schema/paths.ts";
import { planPage } from "./plan.ts";
import type { Planned, Planner } from "./plan.ts";

/** How many pages of one list are read. A target that always has another one would be read for ever. */
const maximumPages = 1_000;

type PlannedCommand = Planned<ObjectOperation | ListOperation>;

/** What completing an exchange takes. */
export interface Completion {
  readonly planner: Planner;
  readonly command: Command;
  readonly planned: PlannedCommand;
  readonly send: (planned: PlannedCommand) => Promise<Exchange>;
  /** Sends the second step of a deletion, where it has one, or says why it cannot. */
  readonly finish: (
    planned: Planned<ObjectOperation>,
    first: Outcome,
  ) => Promise<Exchange | string | undefined>;
}

/**
 * Sends what a command takes beyond its first request: the further pages of a list, the second step of a
 * deletion. The reply then holds the bodies of all replies, in their order.
 */
export async function complete(first: Exchange, completion: Completion): Promise<Exchange> {
  const { command, planned } = completion;
  if (command.verb === "list" && isList(planned)) {
    const { pages } = planned.operation;
    return pages === undefined ? first : readPages(first, completion, planned);
  }
  const isDone = command.verb !== "delete" || !isOfObject(planned) || !isAccepted(first.outcome);
  if (isDone) return first;
  const finished = await completion.finish(planned, first.outcome);
  if (finished === undefined) return first;
  if (typeof finished === "string") {
    return { ...first, outcome: { result: "unintelligible", detail: finished } };
  }
  return joined(first, finished);
}

async function readPages(
  first: Exchange,
  { planner, command, send }: Completion,
  planned: Planned<ListOperation>,
): Promise<Exchange> {
  let whole = first;
  let last = first;
  const seen = new Set<JsonValue>();
  while (command.verb === "list" && last.outcome.result === "list") {
    const next = nextPage(last, planned.operation);
    if (next === undefined) return whole;
    if (seen.has(next) || seen.size >= maximumPages) {
      const detail = seen.has(next)
        ? `the list names the page ${JSON.stringify(next)} twice`
        : `the list has more than ${maximumPages} pages`;
      return { ...whole, outcome: { result: "unintelligible", detail } };
    }
    seen.add(next);
    last = await send(planPage(planner, planned, { command, page: next }));
    whole = joined(whole, last);
  }
  return whole;
}

function nextPage(
  { reply }: Exchange,
  { field, pages }: ListOperation,
): string | number | undefined {
  const value = valueAt(reply?.body, `data.${field}`);
  if (pages === undefined || value === undefined) return undefined;
  if (pages.more !== undefined && valueAt(value, pages.more) !== true) return undefined;
  const next = valueAt(value, pages.next);
  const isCursor = (typeof next === "string" && next !== "") || typeof next === "number";
  return isCursor ? next : undefined;
}

/** Two exchanges as one. The later one decides; the objects of two lists are put together. */
function joined(earlier: Exchange, later: Exchange): Exchange {
  const bodies = [...bodiesOf(earlier), ...bodiesOf(later)];
  const outcome = joinedOutcome(earlier.outcome, later.outcome);
  const { request, reply } = earlier;
  const misfit = later.misfit ?? earlier.misfit;
  return {
    outcome,
    ...(misfit === undefined ? {} : { misfit }),
    ...(request === undefined ? {} : { request }),
    ...(reply === undefined ? {} : { reply: { ...reply, ...later.reply, body: { bodies } } }),
  };
}

function bodiesOf({ reply }: Exchange): readonly JsonValue[] {
  const bodies = valueAt(reply?.body, "bodies");
  if (Array.isArray(bodies)) return bodies;
  return reply === undefined ? [] : [reply.body];
}

function joinedOutcome(earlier: Outcome, later: Outcome): Outcome {
  if (earlier.result !== "list" || later.result !== "list") return later;
  return { ...earlier, items: [...earlier.items, ...later.items] };
}

function isAccepted({ result }: Outcome): boolean {
  return result === "object" || result === "done";
}

function isList(planned: PlannedCommand): planned is Planned<ListOperation> {
  return "items" in planned.operation;
}

function isOfObject(planned: PlannedCommand): planned is Planned<ObjectOperation> {
  return "result" in planned.operation;
}
