import type {
  InitialLine,
  OperationKind,
  OperationLine,
  VersionOrder,
} from "../history/history.ts";
import type { SmallHistory } from "./oracle.ts";
import type { Random } from "./random-source.ts";

export interface SimulationClass {
  readonly name: string;
  /** Relative frequency of each kind. */
  readonly weights: Readonly<Partial<Record<OperationKind, number>>>;
  readonly unknown?: number;
  /** Share of responses that omit optional fields. */
  readonly terse?: number;
  /** Share of conditional writes that change nothing. */
  readonly idle?: number;
  /** Whether times are coarse, so that many are equal. */
  readonly hasTies?: boolean;
}

interface Stored {
  readonly version: string;
  readonly uid: string;
  readonly value: string;
}

interface Running {
  readonly line: Omit<OperationLine, "outcome">;
  readonly client: number;
  readonly effectAt: number;
  readonly returnAt: number;
  readonly isLost: boolean;
  /** Whether a lost request never arrived. */
  readonly isDropped: boolean;
}

/** Simulates concurrent clients on one correct object. The history is legal. */
export function simulate(
  random: Random,
  of: SimulationClass,
  { versions, operations }: { readonly versions: VersionOrder; readonly operations: number },
): SmallHistory {
  return new Simulation(random, of, versions).run(operations);
}

class Simulation {
  readonly #random: Random;
  readonly #class: SimulationClass;
  readonly #versions: VersionOrder;
  readonly #lines: OperationLine[] = [];
  readonly #shown: Stored[] = [];
  #object: Stored | undefined;
  #lastVersion = 10;
  #tokens = 0;

  constructor(random: Random, of: SimulationClass, versions: VersionOrder) {
    this.#random = random;
    this.#class = of;
    this.#versions = versions;
  }

  run(operations: number): SmallHistory {
    const isPresent = this.#class.weights.create === undefined || this.#random.chance(0.6);
    if (isPresent) this.#object = this.#fresh("u0");
    const initial = this.#object;
    if (initial !== undefined) this.#shown.push(initial);
    const clients = 2 + this.#random.below(3);
    const running: Running[] = [];
    let time = 0;
    while (this.#lines.length + running.length < operations || running.length > 0) {
      time += 1;
      this.#finishOne(running, time);
      const isFull = this.#lines.length + running.length >= operations;
      const client = this.#random.below(clients);
      const isBusy = running.some((other) => other.client === client && !other.isLost);
      if (!isFull && !isBusy) running.push(this.#start(client, time));
    }
    const lines = this.#class.hasTies === true ? this.#lines.map(withCoarseTimes) : this.#lines;
    if (initial === undefined) return { versions: this.#versions, operations: lines };
    const initialLine: InitialLine = { kind: "initial", object: "default/a", ...initial };
    return { versions: this.#versions, initial: initialLine, operations: lines };
  }

  #start(client: number, time: number): Running {
    const known = this.#shown.slice(-3);
    const meant =
      known.length > 0 && this.#random.chance(0.9) ? this.#random.pick(known) : undefined;
    const isLost = this.#random.chance(this.#class.unknown ?? 0);
    const effectAt = time + this.#random.below(6);
    return {
      line: this.#request(meant, `c${client}`, time),
      client,
      effectAt,
      returnAt: effectAt + 1 + this.#random.below(4),
      isLost,
      isDropped: isLost && this.#random.chance(0.4),
    };
  }

  #request(meant: Stored | undefined, client: string, time: number): Running["line"] {
    const picked = this.#pickKind();
    const operation = picked === "cas" && meant === undefined ? "read" : picked;
    const isDelete = operation === "delete";
    const isConditional = operation === "cas" || (isDelete && this.#random.chance(0.3));
    return {
      kind: "operation",
      operation,
      object: "default/a",
      client,
      invoke: time * 4 + 1,
      ...(isConditional && meant !== undefined ? { precondition: meant.version } : {}),
      ...(isDelete ? { uid: meant?.uid ?? "u0" } : {}),
      ...(operation === "read" || isDelete ? {} : { value: this.#content(meant) }),
    };
  }

  #content(meant: Stored | undefined): string {
    this.#tokens += 1;
    const isIdle = meant !== undefined && this.#random.chance(this.#class.idle ?? 0);
    return isIdle ? meant.value : `h${this.#tokens}`;
  }

  /** Applies at most one operation, so that no two effects have the same time. */
  #finishOne(running: Running[], time: number): void {
    const due = running.filter(({ effectAt }) => effectAt <= time);
    if (due.length === 0) return;
    const chosen = this.#random.pick(due);
    running.splice(running.indexOf(chosen), 1);
    const base = chosen.line;
    if (chosen.isDropped) {
      this.#lines.push({ ...base, outcome: "unknown" });
      return;
    }
    const answer = this.#apply(chosen.line);
    if (chosen.isLost) this.#lines.push({ ...base, outcome: "unknown" });
    else
      this.#lines.push({ ...base, ...answer, return: Math.max(time, chosen.returnAt - 2) * 4 + 3 });
  }

  #apply(line: Running["line"]): Pick<OperationLine, "outcome"> & Partial<OperationLine> {
    const object = this.#object;
    if (line.operation === "create") {
      if (object !== undefined) return { outcome: "exists" };
      return this.#store(this.#fresh(`u${(this.#tokens += 1)}`, line.value));
    }
    if (object === undefined) return { outcome: "not-found" };
    const isStale = line.precondition !== undefined && line.precondition !== object.version;
    switch (line.operation) {
      case "read":
        return this.#show(object);
      case "put":
        return this.#store(this.#fresh(object.uid, line.value));
      case "cas":
        if (isStale) return { outcome: "conflict" };
        if (line.value === object.value) return this.#show(object);
        return this.#store(this.#fresh(object.uid, line.value));
      case "delete":
        if (isStale || line.uid !== object.uid) return { outcome: "conflict" };
        this.#object = undefined;
        return { outcome: "ok" };
    }
  }

  #store(stored: Stored): Pick<OperationLine, "outcome"> & Partial<OperationLine> {
    this.#object = stored;
    return this.#show(stored);
  }

  #show(stored: Stored): Pick<OperationLine, "outcome"> & Partial<OperationLine> {
    this.#shown.push(stored);
    const { version, uid, value } = stored;
    const isTerse = this.#random.chance(this.#class.terse ?? 0);
    return isTerse ? { outcome: "ok", version } : { outcome: "ok", version, uid, value };
  }

  #fresh(uid: string, value = "h0"): Stored {
    this.#lastVersion += 1 + this.#random.below(3);
    const isComparable = this.#versions === "comparable";
    const version = isComparable ? `${this.#lastVersion}` : this.#token();
    return { version, uid, value };
  }

  #token(): string {
    this.#tokens += 1;
    return `v${this.#tokens}`;
  }

  #pickKind(): OperationKind {
    const weights = Object.entries(this.#class.weights).flatMap(([kind, weight]) =>
      Array.from({ length: weight }, () => kind),
    );
    const kind = this.#random.pick(weights);
    const kinds = ["read", "cas", "put", "create", "delete"] as const;
    return kinds.find((candidate) => candidate === kind) ?? "read";
  }
}

function withCoarseTimes(line: OperationLine): OperationLine {
  const invoke = coarse(line.invoke);
  return line.return === undefined
    ? { ...line, invoke }
    : { ...line, invoke, return: coarse(line.return) };
}

function coarse(time: number): number {
  return Math.floor(time / 12);
}
