import type { HistoryVerdict, OperationKind, VersionOrder } from "#checker";
import type { LoggedRequest } from "../port/logged-request.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { foundRequest } from "../rules/found-request.ts";
import { JointHistory } from "./joint-history.ts";
import type { IncarnationHistory } from "./joint-history.ts";
import { OperationWindow } from "./operation-window.ts";
import type { LoggedOperation } from "./operation-window.ts";
import { withoutReused } from "./reused-versions.ts";
import type { LifeSign } from "./reused-versions.ts";

/** Number of operations after which the collected objects are judged. Objects are independent of each other. */
const maxPendingOperations = 20_000;

export type TakeHistoryVerdict = (
  verdict: HistoryVerdict,
  requestAt: (line: number) => FoundRequest | undefined,
) => void;

export interface HistoryBounds {
  /**
   * Number of pending operations that are kept for one object, because later operations may belong between them. At
   * most twice this number are kept, unless some of them contradict each other.
   */
  readonly mostPending?: number;
}

interface Incarnation {
  readonly name: string;
  readonly uid: string;
  readonly window: OperationWindow;
  operations: LoggedOperation[];
}

/**
 * Builds histories of logged requests, and checks them. A log may lack writers, so another client may have created a
 * version at any time without a logged write. Rejections therefore prove nothing about the state. Each incarnation is a
 * separate object. With comparable versions, the history of an object is judged piecewise while its requests are added.
 * This shows whether the history is legal. To find the anomaly, the requests may have to be added again.
 */
export class LogHistory {
  readonly #order: VersionOrder;
  readonly #take: TakeHistoryVerdict;
  readonly #mostPending: number;
  readonly #incarnations = new Map<string, Incarnation>();
  #together: JointHistory;
  /** Whether operations of this object are dropped once they are judged. */
  #isInPieces: boolean;
  #pending = 0;
  #threshold: number;
  #dropped = 0;
  #isContradicted = false;
  /** Deletions and creations of an object without uids. */
  #signs: LifeSign[] = [];
  #reused = 0;

  constructor(
    { order, mostPending = maxPendingOperations }: HistoryBounds & { readonly order: VersionOrder },
    take: TakeHistoryVerdict,
  ) {
    this.#order = order;
    this.#take = take;
    this.#mostPending = mostPending;
    this.#together = new JointHistory(order);
    this.#isInPieces = order === "comparable";
    this.#threshold = 2 * mostPending;
  }

  /** Number of requests that were not checked, because their version may identify two states. */
  get reused(): number {
    return this.#reused;
  }

  add(request: LoggedRequest): void {
    const uid = this.#uidOf(request);
    if (uid === undefined || uid === "") this.#noteSign(request);
    if (uid === undefined || request.outcome !== "ok" || this.#isContradicted) return;
    const operation = this.#operationOf(request, uid === "");
    if (operation === undefined) return;
    const incarnation = this.#incarnationOf(request.object, uid);
    if (incarnation.window.mayContradict(operation)) {
      this.#isContradicted = true;
      return;
    }
    incarnation.operations.push(operation);
    this.#pending += 1;
    if (this.#isInPieces && this.#pending >= this.#threshold) this.#judgePiece();
  }

  /**
   * Finishes the history of an object. Returns whether it could be judged; if not, the object's requests must be added
   * again, to be judged as a whole.
   */
  endObject(): boolean {
    const incarnations = Array.from(this.#incarnations.values(), (one) => this.#unambiguous(one));
    if (this.#dropped > 0 && !this.#isContradicted) this.#judgeApart(incarnations);
    const isJudged = !this.#isContradicted;
    if (isJudged && this.#dropped > 0) this.#together.count(this.#dropped + this.#pending);
    else if (isJudged) for (const one of incarnations) this.#together.add(one);
    this.#incarnations.clear();
    this.#signs = [];
    this.#pending = 0;
    this.#dropped = 0;
    this.#threshold = 2 * this.#mostPending;
    this.#isContradicted = false;
    this.#isInPieces = isJudged && this.#order === "comparable";
    if (this.#together.operations >= maxPendingOperations) this.#check();
    return isJudged;
  }

  end(): void {
    this.#check();
  }

  /**
   * Returns the uid of a request. In logs without uids, each object has a single incarnation, and delete requests are
   * not judged.
   */
  #uidOf({ uid, isGone }: LoggedRequest): string | undefined {
    if (uid !== undefined || this.#order === "comparable") return uid;
    return isGone === true ? undefined : "";
  }

  #operationOf(request: LoggedRequest, isNameless: boolean): LoggedOperation | undefined {
    const { version, precondition, isGone } = request;
    if (isGone === true) return { kind: "delete", request: foundRequest(request) };
    if (version === undefined || !this.#isVersion(version)) return undefined;
    const isConditional = precondition !== undefined && this.#isVersion(precondition);
    const kind = kindOf(request, isConditional, isNameless);
    const replaced = kind === "cas" && isConditional ? { precondition } : {};
    return { kind, request: foundRequest(request), version, ...replaced };
  }

  #incarnationOf(object: string, uid: string): Incarnation {
    const known = this.#incarnations.get(uid);
    if (known !== undefined) return known;
    // Names of deleted objects may be reused.
    const name = this.#incarnations.size === 0 ? object : `${object} (uid ${uid})`;
    const made: Incarnation = { name, uid, window: new OperationWindow(), operations: [] };
    this.#incarnations.set(uid, made);
    return made;
  }

  #noteSign({ verb, outcome, version, ...request }: LoggedRequest): void {
    if (this.#order === "comparable") return;
    const isDeletion = verb === "delete" && (outcome === "ok" || outcome === "unknown");
    const isCreation = verb === "create" && outcome === "ok";
    if (!isDeletion && !isCreation && outcome !== "not-found") return;
    const { invoke, return: end, isStartUnknown } = request;
    this.#signs.push({
      invoke: isStartUnknown === true ? -Infinity : invoke,
      return: end,
      ...(isCreation && version !== undefined ? { created: version } : {}),
    });
  }

  #unambiguous(incarnation: Incarnation): Incarnation {
    if (incarnation.uid !== "") return incarnation;
    const operations = withoutReused(incarnation.operations, this.#signs);
    this.#reused += incarnation.operations.length - operations.length;
    return { ...incarnation, operations: [...operations] };
  }

  #isVersion(version: string): boolean {
    return this.#order === "opaque" || /^[1-9]\d{0,29}$/u.test(version);
  }

  /** Judges and drops the operations that pending ones cannot contradict. */
  #judgePiece(): void {
    const incarnations = [...this.#incarnations.values()];
    const newest = incarnations.at(-1);
    const pieces = incarnations.map((incarnation): IncarnationHistory => {
      const least = incarnation === newest ? this.#mostPending : 0;
      const [operations, rest] = incarnation.window.cut(incarnation.operations, least);
      incarnation.operations = [...rest];
      return { ...incarnation, operations };
    });
    const dropped = pieces.reduce((sum, { operations }) => sum + operations.length, 0);
    this.#judgeApart(pieces);
    this.#pending -= dropped;
    this.#dropped += dropped;
    this.#threshold = 2 * Math.max(this.#pending, this.#mostPending);
  }

  #judgeApart(pieces: readonly IncarnationHistory[]): void {
    const apart = new JointHistory(this.#order);
    for (const piece of pieces) if (piece.operations.length > 0) apart.add(piece);
    if (apart.verdict().verdict !== "legal") this.#isContradicted = true;
  }

  #check(): void {
    const together = this.#together;
    this.#together = new JointHistory(this.#order);
    this.#take(together.verdict(), (line) => together.requestAt(line));
  }
}

/**
 * Returns the kind of operation that represents a request. Patches and writes without a version do not specify a
 * predecessor, so they only show their own version.
 */
function kindOf(
  { verb }: LoggedRequest,
  isConditional: boolean,
  isNameless: boolean,
): OperationKind {
  if (verb === "create") return isNameless ? "read" : "create";
  return verb !== "read" && isConditional ? "cas" : "read";
}
