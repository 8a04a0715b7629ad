import { checkHistory, HistoryBuilder } from "#checker";
import type { HistoryVerdict, OperationKind, VersionOrder } from "#checker";
import type { LoggedRequest } from "../port/logged-request.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { foundRequest } from "../objects/found-request.ts";
import { writerName } from "../port/writer-key.ts";

/** Operations that are judged together; objects are independent of each other. */
const mostOperations = 20_000;

/** A version that no logged write made was made at any time. */
const anyTime = { invoke: -8.64e15, return: 8.64e15 } as const;

/** Stands for what an object was before the log. It is below all versions that are compared. */
const unknownVersion = "0";

/** Receives a verdict on some objects, with a way to find the request behind a line of it. */
export type TakeHistoryVerdict = (
  verdict: HistoryVerdict,
  requestAt: (line: number) => FoundRequest | undefined,
) => void;

/** An incarnation of an object whose requests are being added. */
interface Incarnation {
  readonly name: string;
  readonly uid: string;
  readonly seen: Set<string>;
  readonly made: Set<string>;
  isCreated: boolean;
}

/**
 * Builds histories of logged requests and checks them. A log may lack writers, so every version without a logged write
 * may have been created by another client at any time, and what a refusal implies about the state is not used. Each
 * incarnation is a separate object.
 */
export class LogHistory {
  readonly #order: VersionOrder;
  readonly #take: TakeHistoryVerdict;
  readonly #incarnations = new Map<string, Incarnation>();
  readonly #requests = new Map<number, FoundRequest>();
  #builder: HistoryBuilder;
  #operations = 0;

  constructor(order: VersionOrder, take: TakeHistoryVerdict) {
    this.#order = order;
    this.#take = take;
    this.#builder = new HistoryBuilder(order);
  }

  /** Adds a request that shows a version. Others show nothing that could be wrong. */
  add(request: LoggedRequest): void {
    const { version, outcome, precondition, object } = request;
    const uid = this.#uidOf(request);
    if (uid === undefined || outcome !== "ok") return;
    const incarnation = this.#incarnationOf(object, uid);
    if (request.isGone === true) return this.#operation(request, incarnation, "delete");
    if (version === undefined || !this.#isVersion(version)) return;
    const isConditional = precondition !== undefined && this.#isVersion(precondition);
    const kind = kindOf(request, isConditional, uid === "");
    incarnation.seen.add(version);
    if (kind === "cas" && precondition !== undefined) incarnation.seen.add(precondition);
    if (kind === "create") incarnation.isCreated = true;
    if (kind === "create" || (kind === "cas" && version !== precondition))
      incarnation.made.add(version);
    this.#operation(request, incarnation, kind);
  }

  /** Ends an object: no more requests for it follow. */
  endObject(): void {
    for (const incarnation of this.#incarnations.values()) this.#complete(incarnation);
    this.#incarnations.clear();
    if (this.#operations >= mostOperations) this.#check();
  }

  /** Ends the log. */
  end(): void {
    this.endObject();
    this.#check();
  }

  /** Logs of systems without incarnations are taken to have one of each object, whose deletions are not judged. */
  #uidOf({ uid, isGone }: LoggedRequest): string | undefined {
    if (uid !== undefined || this.#order === "comparable") return uid;
    return isGone === true ? undefined : "";
  }

  #incarnationOf(object: string, uid: string): Incarnation {
    const known = this.#incarnations.get(uid);
    if (known !== undefined) return known;
    // Names are used again for what is created anew.
    const name = this.#incarnations.size === 0 ? object : `${object} (uid ${uid})`;
    const made: Incarnation = { name, uid, seen: new Set(), made: new Set(), isCreated: false };
    this.#incarnations.set(uid, made);
    return made;
  }

  #isVersion(version: string): boolean {
    return this.#order === "opaque" || /^[1-9]\d{0,30}$/u.test(version);
  }

  #operation(request: LoggedRequest, { name }: Incarnation, kind: OperationKind): void {
    const { ordinal } = request.place;
    this.#operations += 1;
    this.#requests.set(ordinal, foundRequest(request));
    this.#builder.add(
      {
        kind: "operation",
        operation: kind,
        outcome: "ok",
        object: name,
        client: writerName(request.by),
        invoke: request.invoke,
        return: request.return,
        ...(kind === "cas" ? { precondition: request.precondition } : {}),
        ...(kind === "delete" ? {} : { version: request.version }),
        ...(request.uid === undefined ? {} : { uid: request.uid }),
      },
      ordinal,
    );
  }

  #complete({ name, uid, seen, made, isCreated }: Incarnation): void {
    const known = uid === "" ? {} : { uid };
    if (!isCreated) {
      this.#builder.add({ kind: "initial", object: name, ...known, version: unknownVersion }, 0);
    }
    for (const version of seen) {
      if (made.has(version)) continue;
      const client = "a client that is not in the log";
      const put = {
        operation: "put",
        outcome: "ok",
        object: name,
        client,
        ...known,
        version,
      } as const;
      this.#builder.add({ kind: "operation", ...put, ...anyTime }, 0);
    }
  }

  #check(): void {
    const requests = new Map(this.#requests);
    const verdict = checkHistory(this.#builder.finish());
    // Writes that are not in the log are none of its operations.
    this.#take({ ...verdict, operations: this.#operations }, (line) => requests.get(line));
    this.#builder = new HistoryBuilder(this.#order);
    this.#requests.clear();
    this.#operations = 0;
  }
}

/** A patch, and a write without a version, name no predecessor: what they show is the version that they saw. */
function kindOf(
  { verb }: LoggedRequest,
  isConditional: boolean,
  isNameless: boolean,
): OperationKind {
  if (verb === "create") return isNameless ? "read" : "create";
  return verb !== "read" && isConditional ? "cas" : "read";
}
