import { intAt } from "../history/columns.ts";
import type { History } from "../history/history.ts";
import {
  fieldsPerOperation,
  orderInTime,
  packObjects,
  type PackedObjects,
} from "./object-events.ts";
import { addUid, initially, none, type ObjectHistory } from "./object-history.ts";
import { ranksOf } from "../history/ranks.ts";
import { role } from "./roles.ts";

export class ObjectLoader {
  readonly view: ObjectHistory;
  readonly #packed: PackedObjects;
  readonly #initialRow: Int32Array;
  readonly #nodeOf: Int32Array;
  readonly #uidOf: Int32Array;

  constructor(history: History) {
    const { initials, texts } = history;
    this.#packed = packObjects(history);
    this.#nodeOf = new Int32Array(texts.versions.length).fill(none);
    this.#uidOf = new Int32Array(texts.uids.length).fill(none);
    this.#initialRow = new Int32Array(texts.objects.length).fill(none);
    for (let row = 0; row < initials.count; row += 1) {
      this.#initialRow[intAt(initials.object, row)] = row;
    }
    this.view = emptyView(history, largest(this.#packed.starts));
  }

  load(object: number): ObjectHistory {
    const { view } = this;
    this.#clear();
    view.object = object;
    this.#loadInitial(intAt(this.#initialRow, object));
    const { invoke, return: returned, starts } = this.#packed;
    const start = intAt(starts, object);
    const end = intAt(starts, object + 1);
    const times = { invoke: invoke.subarray(start, end), return: returned.subarray(start, end) };
    const { operations, eventCount } = orderInTime(times, view.events);
    view.eventCount = eventCount;
    for (let number = 0; number < operations.length; number += 1) {
      this.#loadOperation(number, start + intAt(operations, number));
    }
    view.count = operations.length;
    return view;
  }

  #clear(): void {
    const { view } = this;
    for (let node = 0; node < view.nodeCount; node += 1) {
      this.#nodeOf[intAt(view.version, node)] = none;
    }
    for (let uid = 0; uid < view.uidCount; uid += 1) {
      const named = intAt(view.uids, uid);
      if (named !== none) this.#uidOf[named] = none;
    }
    view.count = 0;
    view.eventCount = 0;
    view.nodeCount = 0;
    view.uidCount = 0;
    view.initial = none;
    view.initialRow = none;
  }

  #loadInitial(row: number): void {
    if (row === none) return;
    const { view } = this;
    const { initials } = view.history;
    const node = this.#node(intAt(initials.version, row));
    view.initial = node;
    view.initialRow = row;
    view.maker[node] = initially;
    view.nodeValue[node] = intAt(initials.value, row);
    view.nodeUid[node] = this.#uid(intAt(initials.uid, row));
  }

  #loadOperation(local: number, place: number): void {
    const { view } = this;
    const { fields } = this.#packed;
    const at = place * fieldsPerOperation;
    const of = intAt(fields, at + 1);
    view.operation[local] = intAt(fields, at);
    view.role[local] = of;
    view.before[local] = namesBefore(of) ? this.#node(intAt(fields, at + 2)) : none;
    view.after[local] = namesAfter(of) ? this.#node(intAt(fields, at + 3)) : none;
    view.uid[local] = namesUid(of) ? this.#uid(intAt(fields, at + 4)) : none;
    view.value[local] = intAt(fields, at + 5);
  }

  #node(version: number): number {
    if (version === none) return none;
    const known = intAt(this.#nodeOf, version);
    if (known !== none) return known;
    const { view } = this;
    const node = view.nodeCount;
    view.nodeCount += 1;
    this.#nodeOf[version] = node;
    view.version[node] = version;
    view.mention[node] = 0;
    view.maker[node] = none;
    view.successor[node] = none;
    view.nodeValue[node] = none;
    view.nodeUid[node] = none;
    return node;
  }

  #uid(uid: number): number {
    if (uid === none) return none;
    const known = intAt(this.#uidOf, uid);
    if (known !== none) return known;
    this.#uidOf[uid] = this.view.uidCount;
    return addUid(this.view, uid);
  }
}

function namesBefore(of: number): boolean {
  return of === role.cas || of === role.conflict || of === role.unknownCas || isDelete(of);
}

function namesAfter(of: number): boolean {
  return of === role.pinned || (of >= role.cas && of <= role.create);
}

function namesUid(of: number): boolean {
  return namesAfter(of) || isDelete(of);
}

function isDelete(of: number): boolean {
  return of === role.delete || of === role.deleteConflict || of === role.unknownDelete;
}

function emptyView(history: History, size: number): ObjectHistory {
  const column = (rows = size): Int32Array => new Int32Array(rows);
  const nodes = Math.min(2 * size, history.texts.versions.length) + 1;
  return {
    history,
    ranks: ranksOf(history),
    object: none,
    count: 0,
    operation: column(),
    role: column(),
    before: column(),
    after: column(),
    uid: column(),
    value: column(),
    eventCount: 0,
    events: column(2 * size),
    nodeCount: 0,
    version: column(nodes),
    mention: column(nodes),
    maker: column(nodes),
    successor: column(nodes),
    nodeValue: column(nodes),
    nodeUid: column(nodes),
    uidCount: 0,
    uids: column(2 * size + 2),
    initial: none,
    initialRow: none,
  };
}

function largest(starts: Int32Array): number {
  let most = 0;
  for (let object = 1; object < starts.length; object += 1) {
    most = Math.max(most, intAt(starts, object) - intAt(starts, object - 1));
  }
  return most;
}
