import { FloatColumn, IntColumn } from "../history/columns.ts";
import type { InitialColumns, OperationColumns, WatchColumns } from "../history/history.ts";

export interface RowTexts {
  readonly object: number;
  readonly version: number;
  readonly uid: number;
  readonly value: number;
  readonly line: number;
}

class TextTable {
  readonly #object = new IntColumn();
  readonly #version = new IntColumn();
  readonly #uid = new IntColumn();
  readonly #value = new IntColumn();
  readonly #line = new IntColumn();

  get count(): number {
    return this.#line.length;
  }

  push(row: RowTexts): void {
    this.#object.push(row.object);
    this.#version.push(row.version);
    this.#uid.push(row.uid);
    this.#value.push(row.value);
    this.#line.push(row.line);
  }

  columns(): InitialColumns {
    return {
      count: this.count,
      object: this.#object.values(),
      version: this.#version.values(),
      uid: this.#uid.values(),
      value: this.#value.values(),
      line: this.#line.values(),
    };
  }
}

export class InitialTable {
  readonly #texts = new TextTable();

  add(row: RowTexts): void {
    this.#texts.push(row);
  }

  columns(): InitialColumns {
    return this.#texts.columns();
  }
}

export interface OperationRow {
  readonly kind: number;
  readonly outcome: number;
  readonly client: number;
  readonly invoke: number;
  readonly return: number;
  readonly precondition: number;
}

export class OperationTable {
  readonly #texts = new TextTable();
  readonly #kind = new IntColumn();
  readonly #outcome = new IntColumn();
  readonly #client = new IntColumn();
  readonly #invoke = new FloatColumn();
  readonly #return = new FloatColumn();
  readonly #precondition = new IntColumn();

  get count(): number {
    return this.#texts.count;
  }

  add(texts: RowTexts, row: OperationRow): void {
    this.#texts.push(texts);
    this.#kind.push(row.kind);
    this.#outcome.push(row.outcome);
    this.#client.push(row.client);
    this.#invoke.push(row.invoke);
    this.#return.push(row.return);
    this.#precondition.push(row.precondition);
  }

  columns(): OperationColumns {
    // Avoids object spread: V8 discards the hidden class of a spread object with its last instance, and with it all
    // compiled code that reads histories.
    const { count, object, version, uid, value, line } = this.#texts.columns();
    return {
      count,
      object,
      version,
      uid,
      value,
      line,
      kind: this.#kind.values(),
      outcome: this.#outcome.values(),
      client: this.#client.values(),
      invoke: this.#invoke.values(),
      return: this.#return.values(),
      precondition: this.#precondition.values(),
    };
  }
}

export interface WatchRow {
  readonly watch: number;
  readonly event: number;
  readonly time: number;
  readonly namespace: number;
}

export class WatchTable {
  readonly #texts = new TextTable();
  readonly #watch = new IntColumn();
  readonly #event = new IntColumn();
  readonly #time = new FloatColumn();
  readonly #namespace = new IntColumn();

  get count(): number {
    return this.#texts.count;
  }

  add(texts: RowTexts, row: WatchRow): void {
    this.#texts.push(texts);
    this.#watch.push(row.watch);
    this.#event.push(row.event);
    this.#time.push(row.time);
    this.#namespace.push(row.namespace);
  }

  columns(): WatchColumns {
    const { count, object, version, uid, value, line } = this.#texts.columns();
    return {
      count,
      object,
      version,
      uid,
      value,
      line,
      watch: this.#watch.values(),
      event: this.#event.values(),
      time: this.#time.values(),
      namespace: this.#namespace.values(),
    };
  }
}
