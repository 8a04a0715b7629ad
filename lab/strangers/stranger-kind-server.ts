import { createHash } from "node:crypto";
import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { refuse } from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import type {
  Change,
  StoredKey,
  StoredObject,
  StoredParts,
} from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import {
  checkMembers,
  isCount,
  isText,
  membersOf,
  oneOf,
  withoutNulls,
} from "../../suites/targets/graphql/testing/endpoints/member-rules.ts";
import type { Rule } from "../../suites/targets/graphql/testing/endpoints/member-rules.ts";
import {
  listName,
  mutationName,
  objectName,
  observedName,
  preconditionOf,
  readName,
  streamNames,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import type { StrangerFault } from "./stranger-faults.ts";
import { Turns } from "./stranger-store.ts";
import type { StrangerStore } from "./stranger-store.ts";
import { listed } from "./stranger-lists.ts";
import { callName, callsOf, compositeName, eventType, keyed } from "./stranger-schema.ts";
import type { KindWords, MemberWords } from "./domain-words.ts";

export type Arguments = Readonly<Record<string, JsonValue>>;

interface Given {
  readonly key: StoredKey;
  readonly rest: JsonObject;
}

interface Stored {
  readonly store: StrangerStore;
  readonly tokens: Tokens;
  readonly fault: StrangerFault | undefined;
}

export class KindServer {
  readonly root: Readonly<Record<string, object>>;
  readonly watch: Readonly<Record<string, object>>;
  readonly #stranger: Stranger;
  readonly kind: KindWords;
  readonly #kind: KindWords;
  readonly #store: StrangerStore;
  readonly #tokens: Tokens;
  readonly #fault: StrangerFault | undefined;
  readonly #gone = new Map<string, StoredObject>();
  #reported: readonly KindServer[] = [this];
  readonly #turns = new Turns();
  /** Number of events delivered to all watches. */
  #delivered = 0;

  constructor(stranger: Stranger, kind: KindWords, { store, tokens, fault }: Stored) {
    this.#tokens = tokens;
    this.#fault = fault;
    this.#stranger = stranger;
    this.kind = kind;
    this.#kind = kind;
    this.#store = store;
    this.root = {
      [readName(stranger, kind)]: (asked: Arguments) => this.#read(asked),
      [listName(stranger, kind)]: (asked: Arguments) => this.#list(asked),
      [mutationName(stranger, "create", kind)]: (asked: Arguments) => this.#create(asked),
      [mutationName(stranger, "update", kind)]: (asked: Arguments) => this.#update(asked),
      ...Object.fromEntries(
        callsOf(stranger, kind)
          .filter(({ verb }) => verb === "status")
          .map((call) => [
            callName(stranger, call, kind),
            (asked: Arguments) => this.#report(asked, call.member),
          ]),
      ),
      [mutationName(stranger, "remove", kind)]: (asked: Arguments) => this.#remove(asked),
    };
    const { streams } = stranger.habits;
    this.watch =
      streams === "one"
        ? { [watchName(stranger, kind)]: (asked: Arguments) => this.#watch(asked) }
        : Object.fromEntries(
            streamNames(stranger, kind).map((name, index) => [
              name,
              (asked: Arguments) => this.#watch(asked, { name, index }),
            ]),
          );
  }

  queriesIn(place: string): Readonly<Record<string, object>> {
    const { names } = this.#stranger;
    return {
      [readName(this.#stranger, this.kind)]: (asked: Arguments) =>
        this.#read({ ...asked, [names.place]: place }),
      [listName(this.#stranger, this.kind)]: (asked: Arguments) =>
        this.#list({ ...asked, [names.place]: place }),
    };
  }

  reportAlso(servers: readonly KindServer[]): void {
    this.#reported = servers;
  }

  withUid(uid: string): object | null {
    const found = this.#store.shown(this.#keyWith(uid));
    return found === undefined ? null : this.#shown(found);
  }

  /** The key of the object with the given ID, even if it is deleted, or a key that no object has. */
  #keyWith(uid: string): StoredKey {
    const { kind } = this.#kind;
    const gone = [...this.#gone.values()].filter((one) => this.#store.read(one) === undefined);
    const found = [...this.#store.list(kind, undefined), ...gone].find((one) => one.uid === uid);
    return { kind, place: found?.place ?? "", name: found?.name ?? uid };
  }

  #found(asked: Arguments): Arguments {
    if (this.#stranger.habits.finding === "key") return asked;
    const which = membersOf(asked[keyed(this.#stranger)]);
    const key = which[compositeName(this.#stranger)];
    const own = this.#store
      .list(this.#kind.kind, undefined)
      .find(({ uid }) => uid === which[this.#stranger.names.uid]);
    const { names } = this.#stranger;
    const byId = own === undefined ? {} : { [names.place]: own.place, [names.name]: own.name };
    return { ...asked, ...which, ...byId, ...membersOf(key) };
  }

  #keyIn(given: JsonObject): StoredKey {
    const { names } = this.#stranger;
    return {
      kind: this.#kind.kind,
      place: textOf(given[names.place]),
      name: textOf(given[names.name]),
    };
  }

  #given(asked: Arguments): Given {
    const { names, forms, further } = this.#stranger;
    const all =
      forms.input === "object"
        ? { ...asked, ...membersOf(asked[names.input]) }
        : {
            ...asked,
            ...(forms.input === "keyed" ? membersOf(asked[keyed(this.#stranger)]) : {}),
            ...this.#found(asked),
          };
    const isById = this.#stranger.habits.reading === "node" && all[names.name] === undefined;
    const identity = new Set([
      ...(isById || this.#stranger.habits.finding === "unique"
        ? [names.uid, compositeName(this.#stranger)]
        : []),
      names.place,
      names.name,
      ...(this.#stranger.habits.further === "none" ? [] : [further]),
      ...(forms.input === "object" ? [names.input] : [keyed(this.#stranger)]),
      "clientMutationId",
    ]);
    this.#checkFurther(all);
    const rest = Object.entries(all).filter(([name]) => !identity.has(name));
    const key = isById ? this.#keyWith(textOf(all[names.uid])) : this.#keyIn(all);
    return { key, rest: Object.fromEntries(rest) };
  }

  /** Rejects any other value of the additional key field. The error states the permitted value. */
  #checkFurther(given: JsonObject): void {
    const { further, furtherValue, habits } = this.#stranger;
    if (habits.further === "none" || given[further] === furtherValue) return;
    throw refuse("INVALID", `${further} is not valid, it must be one of: ${furtherValue}`);
  }

  get #furtherShown(): object {
    const { further, furtherValue, habits } = this.#stranger;
    return habits.further === "none" ? {} : { [further]: furtherValue };
  }

  #body(rest: JsonObject, side: "spec" | "status"): JsonObject {
    const { names, forms } = this.#stranger;
    const { [preconditionOf(this.#stranger)]: _version, ...given } = rest;
    const { [this.#labelsName]: _labels, ...flat } = given;
    if (forms.body === "flat") return membersOf(flat);
    const body = rest[names[side]];
    if (!isJsonObject(body)) throw invalid(names[side]);
    return membersOf(body);
  }

  #assigned(body: JsonObject): JsonObject {
    if (this.#stranger.habits.assigning === "value") return body;
    const set = Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
      const given = isJsonObject(value) ? value["set"] : undefined;
      return given === undefined ? [] : [[name, given]];
    });
    return Object.fromEntries(set);
  }

  get #labelsName(): string {
    const { habits, labels } = this.#stranger;
    return habits.labels === "none" ? "" : labels;
  }

  #labels(rest: JsonObject): Pick<StoredParts, "labels"> {
    const labels = rest[this.#labelsName];
    if (Array.isArray(labels)) return { labels: ofPairs(labels) };
    return isJsonObject(labels) ? { labels } : {};
  }

  #checked(body: JsonObject, side: "spec" | "status"): JsonObject {
    const members = withoutNulls(body);
    const observed = side === "status" ? { [observedName(this.#stranger)]: isCount } : {};
    const isLong = this.#stranger.habits.counts === "long";
    const own = this.#kind[side].map(({ name, type }) => {
      return [name, type === "count" && isLong ? isLongCount : ruleOf(type)] as const;
    });
    checkMembers(this.#stranger.names[side], members, { ...Object.fromEntries(own), ...observed });
    return isLong ? this.#withTexts(members, side) : members;
  }

  /** Encodes the counts in a spec or a status as strings, as is common for 64-bit integers. */
  #withTexts(members: JsonObject, side: "spec" | "status"): JsonObject {
    const counts = this.#kind[side].filter(({ type }) => type === "count");
    const texts = counts.flatMap(({ name }): [string, string][] => {
      const value = members[name];
      return value === undefined ? [] : [[name, textOf(value)]];
    });
    return { ...members, ...Object.fromEntries(texts) };
  }

  #create(asked: Arguments): object | true {
    const { key, rest } = this.#given(asked);
    const { habits, names, places } = this.#stranger;
    if (habits.owners === "listed" && !places.some((place) => place === key.place)) {
      throw refuse("NOT_FOUND", `there is no such ${names.place}`);
    }
    if (habits.admitted === "refused" && !places.some((place) => place === key.place)) {
      const list = places.join(", ");
      throw refuse("INVALID", `${names.place} is not valid, it must be one of: ${list}`);
    }
    const spec = this.#checked(this.#body(rest, "spec"), "spec");
    const taken = this.#store.read(key);
    if (taken !== undefined && this.#fault === "creation-replaces-existing") {
      this.#store.remove(taken);
    }
    const made = this.#store.create(key, spec, this.#labels(rest).labels);
    const left = this.#gone.get(JSON.stringify(key))?.status;
    if (this.#fault !== "recreated-object-inherits-status" || left === undefined) {
      return this.#reply(made, "create");
    }
    return this.#reply(this.#store.write(made, { status: left }), "create");
  }

  #update(asked: Arguments): object | true {
    const { key, rest } = this.#given(asked);
    const stored = this.#store.find(key);
    const clash = this.#clash(stored, rest);
    if (clash !== undefined) return clash;
    const changed = this.#checked(this.#assigned(this.#body(rest, "spec")), "spec");
    const isPartial = this.#stranger.habits.assigning === "set";
    const spec = isPartial ? { ...stored.spec, ...changed } : changed;
    const isErased = this.#fault === "status-erased-by-spec-write";
    const parts = { spec, ...(isErased ? { status: {} } : {}), ...this.#labels(rest) };
    return this.#reply(this.#written(stored, parts), "update");
  }

  #report(asked: Arguments, member?: string): object | true {
    const { key, rest } = this.#given(asked);
    const given = (): JsonObject =>
      member === undefined ? this.#assigned(this.#body(rest, "status")) : onlyOf(rest, member);
    const left = this.#gone.get(JSON.stringify(key));
    const isMissing = this.#store.read(key) === undefined;
    if (this.#fault === "status-write-resurrects" && isMissing && left !== undefined) {
      const back = this.#store.create(key, left.spec, left.labels);
      return this.#reply(this.#written(back, { status: this.#statusOf(left, given()) }), "status");
    }
    if (this.#fault === "missing-object-conflicts" && isMissing) {
      return this.#conflict(key.name, left?.version ?? "1", "0");
    }
    const stored = this.#store.find(key);
    const members = given();
    const isLate = this.#fault === "validation-before-version";
    if (isLate) this.#checked(members, "status");
    const clash = this.#clash(stored, rest);
    if (clash !== undefined) return clash;
    if (this.#fault !== "status-schema-not-checked") this.#checked(members, "status");
    const status = this.#statusOf(stored, members);
    return this.#reply(this.#written(this.#counted(stored, status), { status }), "status");
  }

  /**
   * Returns the stored object. With the fault `generation-moves-with-status`, increments its generation if the status
   * differs.
   */
  #counted(stored: StoredObject, status: JsonObject): StoredObject {
    const isCounted = this.#fault === "generation-moves-with-status";
    if (!isCounted || jsonEquals(status, stored.status)) return stored;
    return { ...stored, generation: stored.generation + 1 };
  }

  #written(stored: StoredObject, parts: StoredParts): StoredObject {
    // With this fault, every write changes labels, so that no write is a no-op. Responses do not contain labels.
    const again =
      this.#fault === "no-op-takes-version" ? { labels: { after: stored.version } } : {};
    return this.#store.write(stored, { ...parts, ...again });
  }

  #statusOf({ status }: StoredObject, members: JsonObject): JsonObject {
    if (this.#fault === "status-write-replaces-status") return withoutNulls(members);
    if (this.#fault === "null-member-kept") return { ...status, ...withoutNulls(members) };
    if (this.#fault === "falsy-status-values-skipped")
      return withoutNulls({ ...status, ...truthyOf(members) });
    if (this.#fault === "status-lists-joined") {
      const all = Object.entries(members).map(([name, value]) => {
        return [name, unionOf(status?.[name], value)] as const;
      });
      return withoutNulls({ ...status, ...Object.fromEntries(all) });
    }
    return withoutNulls({ ...status, ...members });
  }

  #remove(asked: Arguments): boolean | object {
    const { key, rest } = this.#given(asked);
    const { forms, habits } = this.#stranger;
    const stored = this.#store.find(key);
    if (habits.deletion === "versioned") this.#clash(stored, rest);
    const removed = this.#store.remove(stored);
    this.#gone.set(JSON.stringify(key), removed);
    return forms.reply === "object" ? true : { [objectName(this.#kind)]: this.#shown(removed) };
  }

  /**
   * Returns the response to a write with a stale version, or throws it as an error. Returns undefined if the version is
   * current, or if a fault accepts a stale one.
   */
  #clash(stored: StoredObject, rest: JsonObject): object | undefined {
    const version = this.#tokens.versionOf(rest[preconditionOf(this.#stranger)]);
    if (version === stored.version) {
      if (this.#fault !== "conflict-without-cause-one-in-200" || !this.#turns.isOne(200))
        return undefined;
      return this.#conflict(stored.name, stored.version, version);
    }
    if (this.#acceptsStale(Number(stored.version) - Number(version))) return undefined;
    const isForeign = !/^\d+$/u.test(version) && rest[preconditionOf(this.#stranger)] !== "";
    if (this.#fault === "foreign-version-taken-for-any" && isForeign) return undefined;
    if (!/^\d+$/u.test(version)) throw invalid(preconditionOf(this.#stranger));
    return this.#conflict(stored.name, stored.version, version);
  }

  /** Whether a fault accepts a version. Takes the number of versions that the stored object is ahead of it. */
  #acceptsStale(ahead: number): boolean {
    const fault = this.#fault;
    if (fault === "one-behind-accepted") return ahead === 1;
    if (fault === "future-version-accepted") return ahead < 0;
    if (fault === "stale-write-accepted-one-in-100") return ahead > 0 && this.#turns.isOne(100);
    return fault === "stale-version-accepted";
  }

  #conflict(name: string, latest: string, version: string): object {
    const { names, forms } = this.#stranger;
    if (forms.reply === "union") {
      return {
        __typename: `${this.#kind.kind}Clash`,
        [`${names.version}Now`]: this.#tokens.of(latest),
      };
    }
    const current = this.#fault === "conflict-tells-stale-version" ? version : latest;
    const isHidden = this.#fault === "conflict-hides-version";
    const more = isHidden ? {} : { current: this.#tokens.of(current) };
    if (this.#fault === "conflict-looks-invalid") throw invalid(preconditionOf(this.#stranger));
    const quoting = `${name} changed meanwhile: it is at ${this.#tokens.of(current)}, and not at ${version}`;
    const isQuoted = this.#stranger.habits.talk === "quoting" && !isHidden;
    const message = isQuoted ? quoting : "somebody was faster";
    throw refuse("CONFLICT", message, more);
  }

  #reply(stored: StoredObject, verb: "create" | "status" | "update"): object | true {
    const { forms, habits } = this.#stranger;
    const shown = habits.answers === "object" ? this.#shown(stored) : this.#receipt(stored);
    if (habits.answers === "done") return forms.reply === "object" ? true : { done: true };
    if (forms.reply === "object") return shown;
    if (forms.reply === "union" && verb !== "create")
      return { __typename: this.#kind.kind, ...shown };
    return { [objectName(this.#kind)]: shown };
  }

  #receipt(stored: StoredObject): object {
    const { names, forms } = this.#stranger;
    const { place, name, uid, version } = stored;
    if (forms.identity === "nested") return this.#shown(stored);
    return {
      ...this.#furtherShown,
      [names.place]: place,
      [names.name]: name,
      [names.uid]: uid,
      [names.version]: this.#tokens.of(version),
    };
  }

  #shown(stored: StoredObject): object {
    const { uid, place, name, version, generation, spec, status, serial } = stored;
    const { names, forms, bystander, habits, clock } = this.#stranger;
    const seconds = firstSecond + serial;
    const time = { none: undefined, epoch: seconds, iso: new Date(1000 * seconds).toISOString() }[
      habits.clock
    ];
    const identity = {
      ...(bystander === undefined
        ? {}
        : { [bystander]: habits.tokens === "number" ? serial : `k-${uid}` }),
      ...this.#furtherShown,
      ...(habits.scope === "none" ? {} : { [names.place]: place }),
      [names.name]: name,
      [names.uid]: uid,
      ...(habits.labels === "none" ? {} : { [this.#labelsName]: this.#labelsOf(stored) }),
      ...(time === undefined ? {} : { [clock]: time }),
      [names.version]: this.#tokens.of(version),
      [names.generation]: this.#generation(generation),
    };
    const isEmpty = Object.keys(status ?? {}).length === 0;
    const bodies =
      forms.body === "flat"
        ? { ...spec, ...status }
        : { [names.spec]: spec, [names.status]: isEmpty ? null : status };
    return {
      ...(habits.reading === "node" ? { __typename: this.#kind.kind } : {}),
      ...(forms.identity === "nested" ? { [names.holder]: identity } : identity),
      ...bodies,
    };
  }

  #labelsOf({ labels }: StoredObject): JsonValue {
    if (this.#stranger.habits.marks === "map") return labels ?? null;
    return Object.entries(labels ?? {}).map(([key, value]) => ({ key, value }));
  }

  #generation(generation: number): number {
    if (this.#fault === "generation-never-moves") return 1;
    return this.#fault === "generation-starts-at-zero" ? generation - 1 : generation;
  }

  #list(asked: Arguments): object {
    this.#checkFurther(asked);
    const place = asked[this.#stranger.names.place];
    const version = this.#fault === "list-version-never-moves" ? "100" : this.#store.version;
    return listed(this.#stranger, this.#kind, {
      stored: this.#store.listed(this.#kind.kind, typeof place === "string" ? place : undefined),
      asked,
      version: this.#tokens.of(version),
      shown: (one) => this.#shown(one),
    });
  }

  #read(asked: Arguments): object | null {
    this.#checkFurther(asked);
    const found = this.#store.shown(this.#keyIn(this.#found(asked)));
    const shown = found === undefined ? null : this.#shown(found);
    switch (this.#stranger.habits.asks) {
      case "bare":
        return shown;
      case "union": {
        const missing = { __typename: `${this.#kind.kind}Missing`, about: "nothing by this name" };
        return shown === null ? missing : { __typename: this.#kind.kind, ...shown };
      }
      case "wrapped":
        return { [objectName(this.#kind)]: shown, asked: "once" };
    }
  }

  /** Whether a watch omits a change, because of a fault or because another stream delivers it. */
  #isHidden(change: Change, stream: number | undefined): boolean {
    if (stream !== undefined && this.#streamOf(change) !== stream) return true;
    if (this.#fault === "deletion-never-announced") return change.type === "DELETED";
    return this.#fault === "status-writes-never-announced" && isStatusWrite(change);
  }

  #isLost({
    position,
    isResumed,
  }: {
    readonly position: number;
    readonly isResumed: boolean;
  }): boolean {
    if (this.#fault === "resume-skips-one") return isResumed && position === 1;
    return this.#fault === "event-lost-one-in-200" && ++this.#delivered % 200 === 0;
  }

  #seen({ type, object, before = object }: Change): StoredObject {
    if (type === "MODIFIED" && this.#fault === "event-carries-previous-state") {
      return { ...before, version: object.version };
    }
    const keepsVersion = type === "DELETED" && this.#fault === "deletion-keeps-version";
    return keepsVersion ? { ...object, version: before.version } : object;
  }

  /**
   * Generates the events of a watch. With `stream`, generates only events about one type of change, which `stream`
   * selects by index.
   */
  async *#watch(
    asked: Arguments,
    stream?: { readonly name: string; readonly index: number },
  ): AsyncGenerator<object> {
    const { [this.#stranger.names.place]: place } = asked;
    const first = this.#firstOf(asked, place);
    const isResumed = first !== undefined;
    let position = 0;
    const now = this.#store.cursor;
    if (!isResumed && stream === undefined) yield* this.#there(place);
    for await (const change of this.#store.changes(isResumed ? 0 : now)) {
      const { object } = change;
      const isOld = first !== undefined && Number(object.version) < first;
      if (isOld || !this.#isWatched(object, place)) continue;
      position += 1;
      if (this.#isHidden(change, stream?.index) || this.#isLost({ position, isResumed })) continue;
      const event = this.#delivery(change, stream?.name);
      yield event;
      if (this.#fault === "event-duplicated" && change.type === "MODIFIED") yield event;
    }
  }

  /** Returns the version from which a watch resumes, if it resumes. */
  #firstOf({ since }: Arguments, place: JsonValue | undefined): number | undefined {
    if (typeof since !== "string" && typeof since !== "number") return undefined;
    const after = Number(this.#tokens.versionOf(since));
    if (this.#fault !== "resume-includes-its-version") return after + 1;
    const known = this.#store.last(
      ({ object }) => Number(object.version) <= after && this.#isWatched(object, place),
    );
    return known === undefined ? after + 1 : Number(known.object.version);
  }

  #isWatched({ kind, place: own }: StoredObject, place: JsonValue | undefined): boolean {
    const isReported = this.#reported.some((one) => one.#kind.kind === kind);
    return isReported && (typeof place !== "string" || place === own);
  }

  #streamOf({ type }: Change): number {
    const isNew = type === "ADDED" && this.#fault === "creation-announced-as-modified";
    return order[isNew ? "MODIFIED" : type];
  }

  #delivery(change: Change, stream: string | undefined): object {
    if (stream !== undefined) return { [stream]: this.#shownIn(change) };
    const event = this.#common(change) ?? this.#event(change);
    const isBatch = this.#stranger.habits.delivery === "batch";
    return { [watchName(this.#stranger, this.#kind)]: isBatch ? [event] : event };
  }

  #common(change: Change): object | undefined {
    const { habits, names } = this.#stranger;
    if (habits.feed === "own") return undefined;
    const owner = this.#reported.find((one) => one.#kind.kind === change.object.kind) ?? this;
    const name = objectName(owner.#kind);
    const event: Readonly<Record<string, unknown>> = { ...owner.#event(change) };
    return { [names.event]: event[names.event], about: { [name]: event[name] } };
  }

  *#there(place: JsonValue | undefined): Generator<object> {
    if (this.#stranger.habits.start === "silent") return;
    const name = watchName(this.#stranger, this.#kind);
    const all = this.#store.list(this.#kind.kind, typeof place === "string" ? place : undefined);
    for (const object of all) {
      const event = this.#event({ type: "ADDED", object, cursor: this.#store.cursor });
      yield { [name]: this.#stranger.habits.delivery === "batch" ? [event] : event };
    }
  }

  #event(change: Change): object {
    const { names, events, habits, reported } = this.#stranger;
    const isNew = change.type === "ADDED" && this.#fault === "creation-announced-as-modified";
    const seen = this.#seen(change);
    const word = events[order[isNew ? "MODIFIED" : change.type]];
    const isReport = change.type === "MODIFIED" && isStatusWrite(change);
    const named = isReport ? (reported ?? word) : word;
    if (habits.life === "union") {
      const own = { __typename: eventType(this.#kind, named) };
      if (change.type === "DELETED") return { ...own, ...this.#namesOf(seen) };
      return { ...own, [objectName(this.#kind)]: this.#shownIn(change) };
    }
    const what = { [names.event]: named };
    if (habits.news === "id") return { ...what, [`${objectName(this.#kind)}Id`]: seen.uid };
    return { ...what, [objectName(this.#kind)]: this.#shownIn(change) };
  }

  /** Returns the fields that identify an object in an event that does not contain the object. */
  #namesOf({ place, name, uid, version }: StoredObject): object {
    const { names, habits } = this.#stranger;
    return {
      ...this.#furtherShown,
      ...(habits.scope === "none" ? {} : { [names.place]: place }),
      [names.name]: name,
      [names.uid]: uid,
      [names.version]: this.#tokens.of(version),
    };
  }

  #shownIn(change: Change): object {
    const seen = this.#seen(change);
    const { status: _status, ...bare } = seen;
    return this.#shown(this.#fault === "event-without-status" ? bare : seen);
  }
}

/** Creation time of the first object, in seconds since 1970. */
const firstSecond = 1_700_000_000;

export class Tokens {
  readonly #stranger: Stranger;
  readonly #versions = new Map<string, string>();

  constructor(stranger: Stranger) {
    this.#stranger = stranger;
  }

  of(version: string): number | string {
    const { habits, seed } = this.#stranger;
    if (habits.tokens === "number") return Number(version);
    if (habits.tokens === "digits") return version;
    const token = createHash("sha256").update(`${seed} ${version}`).digest("hex").slice(0, 12);
    this.#versions.set(token, version);
    return token;
  }

  /**
   * Decodes the version from a token. For an opaque token that was never issued, returns a string that is not a
   * version.
   */
  versionOf(token: JsonValue | undefined): string {
    const text = textOf(token);
    if (this.#stranger.habits.tokens !== "opaque") return text;
    return this.#versions.get(text) ?? `unknown ${text}`;
  }
}

function ofPairs(pairs: readonly JsonValue[]): JsonObject {
  const entries = pairs.flatMap((pair): [string, JsonValue][] =>
    isJsonObject(pair) ? [[textOf(pair["key"]), pair["value"] ?? ""]] : [],
  );
  return Object.fromEntries(entries);
}

function onlyOf(given: JsonObject, name: string): JsonObject {
  const value = given[name];
  return value === undefined ? {} : { [name]: value };
}

function unionOf(old: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!Array.isArray(old) || !Array.isArray(value)) return value;
  const items: readonly JsonValue[] = [...value, ...old];
  return [...new Set(items)];
}

function isStatusWrite({ type, object, before }: Change): boolean {
  return type === "MODIFIED" && object.status !== before?.status;
}

const order: Readonly<Record<Change["type"], 0 | 1 | 2>> = { ADDED: 0, MODIFIED: 1, DELETED: 2 };

export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function invalid(field: string): Error {
  const message = `${field} is not valid`;
  return refuse("INVALID", message, { causes: [{ field, message }] });
}

/** Accepts a nonnegative 64-bit integer, as a number or a string. */
const isLongCount: Rule = (value) =>
  (typeof value === "string" || Number.isSafeInteger(value)) && /^\d{1,18}$/u.test(textOf(value));

function ruleOf(type: MemberWords["type"]): Rule {
  switch (type) {
    case "count":
      return isCount;
    case "text":
      return isText;
    case "texts":
      return (value) => Array.isArray(value) && value.every(isText);
    default:
      return oneOf(...type);
  }
}

/** Removes properties that are false, zero or an empty string. */
function truthyOf(members: JsonObject): JsonObject {
  const taken = Object.entries(members).filter(([, value]) => value === null || Boolean(value));
  return Object.fromEntries(taken);
}
