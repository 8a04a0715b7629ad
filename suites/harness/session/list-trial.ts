import { isJsonList, isSameValue } from "#contract";
import type { Command, CreateCommand, JsonValue, ObjectKey, Resource } from "#contract";
import { isStatusWrite } from "#model";
import { valueIn, withValueAt } from "#targets";
import type { KindDescription, Target, Watch } from "#targets";
import { describeStep, isAccepted, objectOf, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { ListForm } from "../lists/lists-as-sent.ts";
import { matchItems } from "../lists/match-items.ts";
import { contentIn, statusWriteWith } from "../lists/sent-lists.ts";
import type { SentList, SpecWrite, StatusWrite } from "../lists/sent-lists.ts";
import { writePriorStatuses } from "./prior-statuses.ts";
import type { LeanExchange } from "./trace.ts";
import { Waiting } from "./waiting.ts";

export interface TrialTools {
  /** The target itself: a trial must see lists as the endpoint returns them. */
  readonly target: Pick<Target, "execute" | "watch">;
  readonly kind: KindDescription;
  /** Returns the key of a new object, whose creation is announced. */
  readonly newKey: () => ObjectKey;
  /** Called before each command. Throws if the command must not be sent. */
  readonly spend: (command: Command) => void;
  /** Records an exchange, and returns its number. */
  readonly keep: (sent: LeanExchange) => number;
  readonly now: () => number;
  /** Limit for the events of the written objects, in milliseconds. */
  readonly eventMs: number;
  readonly signal: AbortSignal;
}

/** The form of a list, and the exchanges that established it. */
export interface TriedForm extends ListForm {
  readonly items: readonly JsonValue[];
  readonly exchanges: readonly number[];
}

/** Maximum number of different items in a trial. */
const mostItems = 4;

/** Maximum number of times that a write is sent again after a conflict. */
const mostConflicts = 3;

/**
 * Writes different spellings of a list to new objects, and compares what the responses, reads, lists and events return.
 * Undefined if an item was changed or lost, if two reading paths disagree, or if every spelling keeps its order and its
 * repetitions. Rejects if a response is lost, or if a request is rejected for a reason other than its content: the
 * endpoint then did not decide on a spelling.
 */
export async function tryList(sent: SentList, tools: TrialTools): Promise<TriedForm | undefined> {
  const items = distinct(sent.items).slice(0, mostItems);
  const [first] = items;
  if (first === undefined || items.length < 2) return undefined;
  await using trial = await Trial.begin(sent, tools);
  const forward = await trial.write(items);
  const backward = forward && (await trial.write(items.toReversed()));
  if (forward === undefined || backward === undefined) return undefined;
  const doubled = await trial.write([first, ...items]);
  const framed = doubled && (await trial.write([...items, first]));
  await trial.receiveEvents();
  const ordersOf = (written: Written): readonly string[] =>
    [...written.shown, ...trial.eventsOf(written)].map((list) => orderOf(items, list));
  const orders = new Set([...ordersOf(forward), ...ordersOf(backward)]);
  if (orders.has(notTheItems)) return undefined;
  const repeated = [doubled, framed].flatMap((written) => written ?? []);
  const form: ListForm = {
    isUnordered: orders.size === 1,
    isWithoutRepetitions:
      repeated.length === 2 &&
      repeated.every((written) => {
        const found = new Set(ordersOf(written));
        return found.size === 1 && !found.has(notTheItems);
      }),
  };
  if (!form.isUnordered && !form.isWithoutRepetitions) return undefined;
  return { ...form, items, exchanges: trial.exchanges };
}

interface Written {
  readonly key: ObjectKey;
  /** The list in each response that contained the object. */
  readonly shown: readonly unknown[];
  /** The versions in these responses. Events of other versions may show a status from before the write. */
  readonly versions: ReadonlySet<string>;
}

const notTheItems = "other items";

/** Returns the order in which a returned list contains each item once, in a comparable form. */
function orderOf(items: readonly JsonValue[], returned: unknown): string {
  const matched =
    isJsonList(returned) && returned.length === items.length
      ? matchItems(items, returned)
      : undefined;
  return matched === undefined ? notTheItems : matched.places.join(" ");
}

function distinct(items: readonly JsonValue[]): readonly JsonValue[] {
  return items.filter(
    (item, place) => items.findIndex((other) => isSameValue(other, item)) === place,
  );
}

type TrialStep = Step<CreateCommand | StatusWrite>;

/** The objects of one trial, and the events about them. Disposing closes the watch. */
class Trial implements AsyncDisposable {
  readonly #sent: SentList;
  readonly #tools: TrialTools;
  readonly #exchanges: number[] = [];
  readonly #events: Resource[] = [];
  readonly #awaited: Written[] = [];
  readonly #waiting = new Waiting();
  #watch: Watch | undefined;
  #hasEnded = false;

  private constructor(sent: SentList, tools: TrialTools) {
    this.#sent = sent;
    this.#tools = tools;
  }

  static async begin(sent: SentList, tools: TrialTools): Promise<Trial> {
    const trial = new Trial(sent, tools);
    await trial.#open();
    return trial;
  }

  /** The exchanges with the writes of the list, in order. */
  get exchanges(): readonly number[] {
    return this.#exchanges;
  }

  /** Writes a list to a new object and reads it. Undefined if the endpoint rejected the list. */
  async write(items: readonly JsonValue[]): Promise<Written | undefined> {
    const { write } = this.#sent;
    const written = isStatusWrite(write)
      ? await this.#writtenStatus(write, items)
      : await this.#writtenSpec(write, items);
    const { key } = written.command;
    if (refusalOf(written)?.reason === "invalid") return undefined;
    if (!isAccepted(written)) throw undecidedBy(written);
    this.#exchanges.push(written.exchange);
    const found = await this.#call({ verb: "read", identity: "author", key });
    const read = objectOf(found);
    if (read === undefined) throw undecidedBy(found);
    const replied = isFromRead(written) ? undefined : objectOf(written);
    const listed = await this.#listed(key);
    const shown = [replied, read, listed].flatMap((one) => (one === undefined ? [] : [one]));
    const result: Written = {
      key,
      shown: shown.map((one) => this.#listIn(one)),
      versions: new Set(shown.map(({ metadata }) => metadata.resourceVersion)),
    };
    this.#awaited.push(result);
    return result;
  }

  /** Creates an object with the list in its spec. */
  async #writtenSpec(write: SpecWrite, items: readonly JsonValue[]): Promise<TrialStep> {
    const [sample = {}] = this.#tools.kind.samples.specs;
    // A spec update may contain only some of the fields.
    const sent = write.verb === "create" ? write.spec : { ...sample, ...contentIn(write) };
    const key = this.#tools.newKey();
    const spec = withValueAt(sent, this.#sent.path, items);
    return this.#call({ verb: "create", identity: "author", key, spec });
  }

  /**
   * Writes a status with the list to a new object, and again with the stored version if another client wrote to the
   * object.
   */
  async #writtenStatus(of: StatusWrite, items: readonly JsonValue[]): Promise<TrialStep> {
    const { key, resourceVersion: first } = await this.#create();
    const {
      channel: _channel,
      rootField: _form,
      uid: _uid,
      ...write
    } = statusWriteWith(of, this.#sent.path, items);
    let step = await this.#call({ ...write, key, resourceVersion: first });
    for (let left = mostConflicts; left > 0; left -= 1) {
      if (refusalOf(step)?.reason !== "conflict") return step;
      const stored = objectOf(await this.#call({ verb: "read", identity: "author", key }));
      if (stored === undefined) return step;
      const { resourceVersion } = stored.metadata;
      step = await this.#call({ ...write, key, resourceVersion });
    }
    return step;
  }

  /** Waits until the watch has delivered an event with a list for each object, if the watch is open. */
  async receiveEvents(): Promise<void> {
    const { eventMs, signal } = this.#tools;
    if (this.#watch === undefined) return;
    const isComplete = (): boolean =>
      this.#hasEnded || this.#awaited.every((written) => this.eventsOf(written).length > 0);
    await this.#waiting.until(isComplete, eventMs, signal);
  }

  eventsOf({ key, versions }: Written): readonly unknown[] {
    return this.#events.flatMap((object) => {
      const { name, resourceVersion } = object.metadata;
      const isWritten = name === key.name && versions.has(resourceVersion);
      const list = isWritten ? this.#listIn(object) : undefined;
      return isJsonList(list) ? [list] : [];
    });
  }

  #listIn(object: Resource): JsonValue | undefined {
    return valueIn(object[this.#sent.part], this.#sent.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<void> {
    const { kind, target, signal } = this.#tools;
    if (kind.operations.watch.length === 0) return;
    const [namespace] = kind.namespaces;
    this.#watch = await target.watch(
      {
        verb: "watch",
        identity: "controller",
        kind: kind.name,
        ...(namespace === undefined ? {} : { namespace }),
      },
      {
        event: ({ object }) => {
          if (object !== undefined) this.#events.push(object);
          this.#waiting.wake();
        },
        ended: () => {
          this.#hasEnded = true;
          this.#waiting.wake();
        },
      },
      signal,
    );
  }

  async #create(): Promise<{
    readonly key: ObjectKey;
    readonly resourceVersion: Resource["metadata"]["resourceVersion"];
  }> {
    const { kind, newKey } = this.#tools;
    const key = newKey();
    const [spec = {}] = kind.samples.specs;
    const command: CreateCommand = { verb: "create", identity: "author", key, spec };
    const created = await this.#call(command);
    const isDone = created.outcome.result === "done";
    const shown = isDone ? await this.#call({ verb: "read", identity: "author", key }) : created;
    const object = objectOf(shown);
    if (object === undefined) throw undecidedBy(shown);
    const context = { kind, call: this.#call.bind(this) };
    const fixture = await writePriorStatuses(context, { key, object, exchange: shown.exchange });
    return { key, resourceVersion: fixture.object.metadata.resourceVersion };
  }

  async #listed({ kind, namespace, name }: ObjectKey): Promise<Resource | undefined> {
    if (this.#tools.kind.operations.list.length === 0) return undefined;
    const where = namespace === undefined ? {} : { namespace };
    const { outcome } = await this.#call({ verb: "list", identity: "author", kind, ...where });
    return outcome.result === "list"
      ? outcome.items.find(({ metadata }) => metadata.name === name)
      : undefined;
  }

  async #call<C extends Command>(command: C): Promise<Step<C>> {
    const { target, keep, now, signal, spend } = this.#tools;
    spend(command);
    const startedMs = now();
    const answer = await target.execute(command, signal);
    const endedMs = now();
    const { outcome } = answer;
    if (outcome.result === "unknown") throw new Error(outcome.detail);
    const exchange = keep({ ...answer, command, startedMs, endedMs });
    return { exchange, command, outcome, startedMs, endedMs };
  }
}

function undecidedBy(step: Step): Error {
  return new Error(describeStep(step));
}

function isFromRead({ outcome }: Step): boolean {
  return outcome.result === "object" && outcome.isFromRead === true;
}
