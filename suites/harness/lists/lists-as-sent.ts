import { isJsonList, isSameValue, keyOf } from "#contract";
import type { Command, JsonObject, JsonValue, Outcome, Resource, WatchEvent } from "#contract";
import { forwardedMethods, valueIn, withValueAt } from "#targets";
import type { Target, WatchListener } from "#targets";
import { matchItems } from "./match-items.ts";
import type { MatchedItems } from "./match-items.ts";
import { isSamePlace, SentLists } from "./sent-lists.ts";
import type { ListPlace, SentList } from "./sent-lists.ts";

/** How an endpoint arranges a list, regardless of how it was sent. */
export interface ListForm {
  /** Whether the order in which the items are sent has no effect. */
  readonly isUnordered: boolean;
  /** Whether repeated items have no effect. */
  readonly isWithoutRepetitions: boolean;
}

/**
 * Finds out how an endpoint arranges a list. Resolves with undefined if different spellings are different values.
 * Rejects with the reason if that could not be found out.
 */
export type FindForm = (sent: SentList) => Promise<ListForm | undefined>;

/** Maximum number of times that the arrangement of a list is examined. */
const mostAttempts = 3;

/**
 * Wraps a target so that lists in a spec or a status have the order and the repetitions with which they were sent, if
 * an endpoint arranges them in its own way. The first list that differs only in this respect is examined before the
 * response is returned: two spellings of a list are one value only if the endpoint returns both in the same way.
 * Otherwise, the list stays as it is, and checks report the difference.
 */
export class ListsAsSent {
  readonly #target: Target;
  readonly #findForm: FindForm;
  readonly #sent = new SentLists();
  readonly #forms = new Map<string, ListForm | undefined>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, number>();
  /** Why the form of a list is unknown, by place. */
  readonly #doubts = new Map<string, string>();

  constructor(target: Target, findForm: FindForm) {
    this.#target = target;
    this.#findForm = findForm;
  }

  /** The wrapped target. */
  get target(): Target {
    const target = this.#target;
    return {
      ...forwardedMethods(target),
      get description() {
        return target.description;
      },
      execute: async (command, signal) => {
        this.#sent.note(command);
        const exchange = await target.execute(command, signal);
        const { outcome } = exchange;
        if (outcome.result === "object") this.#sent.answered(command, outcome.object);
        const presented = await this.#presentedOutcome(outcome, command);
        const doubtfulList = this.#doubtAbout(objectsOf(outcome), command);
        const doubt = doubtfulList === undefined ? {} : { doubtfulList };
        return { ...exchange, outcome: presented, ...doubt };
      },
      watch: (command, listener, signal) =>
        target.watch(command, this.#presentingTo(listener), signal),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  }

  /** Whether the order of the items in a list of a status has no meaning, as far as it is known. */
  isUnordered(kind: string, path: readonly string[]): boolean {
    return this.#forms.get(placeNamed(kind, { part: "status", path }))?.isUnordered === true;
  }

  async #presentedOutcome(outcome: Outcome, command: Command): Promise<Outcome> {
    if (outcome.result === "object") {
      await this.#decideOn([outcome.object], command);
      return { ...outcome, object: this.#presented(outcome.object) };
    }
    if (outcome.result !== "list") return outcome;
    await this.#decideOn(outcome.items);
    return { ...outcome, items: outcome.items.map((item) => this.#presented(item)) };
  }

  /** Delays events only while the arrangement of a list in one of them is unknown, and retains their order. */
  #presentingTo(listener: WatchListener): WatchListener {
    let last: Promise<void> | undefined;
    const deliver = (objects: readonly Resource[], give: () => void): void => {
      if (last === undefined && objects.every((object) => this.#doubtfulIn(object).length === 0)) {
        give();
        return;
      }
      const turn = (last ?? Promise.resolve()).then(() => this.#decideOn(objects)).then(give);
      last = turn;
      void turn.then(() => {
        if (last === turn) last = undefined;
      });
    };
    return {
      event: (event) =>
        deliver(objectsIn(event), () => listener.event(this.#presentedEvent(event))),
      ended: (end) => deliver([], () => listener.ended(end)),
      noted: (note) => listener.noted?.(note),
    };
  }

  #presentedEvent(event: WatchEvent): WatchEvent {
    return event.object === undefined ? event : { ...event, object: this.#presented(event.object) };
  }

  async #decideOn(objects: readonly Resource[], command?: Command): Promise<void> {
    for (const sent of objects.flatMap((object) => this.#doubtfulIn(object, command))) {
      await this.#decide(sent);
    }
  }

  #decide(sent: SentList): Promise<void> {
    const place = placeOf(sent);
    const known = this.#pending.get(place);
    if (known !== undefined) return known;
    const attempt = (this.#attempts.get(place) ?? 0) + 1;
    this.#attempts.set(place, attempt);
    const finding = this.#findForm(sent)
      .then((form) => {
        this.#forms.set(place, form);
        this.#doubts.delete(place);
      })
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        const about = describePlace(sent);
        this.#doubts.set(
          place,
          `the run could not find out whether the order and repetitions of the items in ${about} have a meaning: ${reason}`,
        );
        // The next response decides, unless each attempt fails.
        if (attempt < mostAttempts) this.#pending.delete(place);
        else this.#forms.set(place, undefined);
      });
    this.#pending.set(place, finding);
    return finding;
  }

  /** Returns why it is unknown whether a list in one of the objects differs from the sent list. */
  #doubtAbout(objects: readonly Resource[], command: Command): string | undefined {
    if (this.#doubts.size === 0) return undefined;
    const differing = objects.flatMap((object) => this.#arrangedIn(object, command));
    return differing
      .map((sent) => this.#doubts.get(placeOf(sent)))
      .find((doubt) => doubt !== undefined);
  }

  /** Returns the lists that were returned in another arrangement, at places whose form is unknown. */
  #doubtfulIn(object: Resource, command?: Command): readonly SentList[] {
    return this.#arrangedIn(object, command).filter((sent) => !this.#forms.has(placeOf(sent)));
  }

  /**
   * Returns the lists that were returned in another arrangement. The response to a write must have the arrangement of
   * that write; other responses may have that of any write.
   */
  #arrangedIn(object: Resource, command?: Command): readonly SentList[] {
    return this.#listsOf(object).flatMap(({ lists, returned }) => {
      const own = lists.filter(({ write }) => write === command);
      const possible = own.length === 0 ? lists : own;
      if (possible.some(({ items }) => isSameValue(items, returned))) return [];
      return possible.filter(({ items }) => matchItems(items, returned) !== undefined).slice(-1);
    });
  }

  /**
   * Returns an object with its lists as they were sent in the write that created its version. Before the response to
   * that write, and after writes without the list, the last write counts.
   */
  #presented(object: Resource): Resource {
    const arranged = new Map<ListPlace["part"], JsonObject>();
    const { resourceVersion } = object.metadata;
    for (const { lists, returned } of this.#listsOf(object)) {
      const [first] = lists;
      const form = first && this.#forms.get(placeOf(first));
      if (form === undefined) continue;
      const alike = lists.flatMap((sent) => {
        const matched = matchItems(sent.items, returned);
        return matched !== undefined && isCoveredBy(form, matched) ? [{ sent, matched }] : [];
      });
      const chosen = alike.find(({ sent }) => sent.versions.has(resourceVersion)) ?? alike.at(-1);
      if (chosen === undefined) continue;
      const items = chosen.matched.places.map((place) => returned[place] ?? null);
      const { part, path } = chosen.sent;
      arranged.set(part, withValueAt(arranged.get(part) ?? object[part] ?? {}, path, items));
    }
    const [spec, status] = [arranged.get("spec"), arranged.get("status")];
    return {
      ...object,
      ...(spec === undefined ? {} : { spec }),
      ...(status === undefined ? {} : { status }),
    };
  }

  /** Returns the lists of an object that were sent before, with all of their spellings. */
  #listsOf(object: Resource): readonly KnownList[] {
    const all = this.#sent.of(keyOf(object));
    const firsts = all.filter(
      (sent, index) => all.findIndex((other) => isSamePlace(other, sent)) === index,
    );
    return firsts.flatMap((first) => {
      const returned = valueIn(object[first.part], first.path);
      const lists = all.filter((other) => isSamePlace(other, first));
      return isJsonList(returned) ? [{ lists, returned }] : [];
    });
  }
}

/** A list in an object, and the lists that were sent for it, the last one last. */
interface KnownList {
  readonly lists: readonly SentList[];
  readonly returned: readonly JsonValue[];
}

function isCoveredBy(form: ListForm, { isInOrder, isWithoutRepetitions }: MatchedItems): boolean {
  return (isInOrder || form.isUnordered) && (!isWithoutRepetitions || form.isWithoutRepetitions);
}

/** Names the list for reports: `status.aliases of Service`. */
export function describePlace({ part, path, write }: SentList): string {
  return `${[part, ...path].join(".")} of ${write.key.kind}`;
}

function placeOf(sent: SentList): string {
  return placeNamed(sent.write.key.kind, sent);
}

function placeNamed(kind: string, { part, path }: ListPlace): string {
  return JSON.stringify([kind, part, ...path]);
}

function objectsOf(outcome: Outcome): readonly Resource[] {
  if (outcome.result === "list") return outcome.items;
  return outcome.result === "object" ? [outcome.object] : [];
}

function objectsIn({ object }: WatchEvent): readonly Resource[] {
  return object === undefined ? [] : [object];
}
