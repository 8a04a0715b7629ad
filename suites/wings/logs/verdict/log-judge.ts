import type { VersionOrder } from "#checker";
import type { LogFacts } from "../port/log-format.ts";
import type { LoggedRequest } from "../port/logged-request.ts";
import { writerKey } from "../port/writer-key.ts";
import type { WriterFinding } from "../port/writer-finding.ts";
import { FindingSums } from "./finding-sums.ts";
import { LogHistory } from "./log-history.ts";
import type { FoundAnomaly, LogVerdict } from "./log-verdict.ts";
import { ObjectJudge } from "./object-judge.ts";
import { requestLine } from "./request-line.ts";
import type { RequestLine } from "./request-line.ts";
import { inVersionOrder } from "./request-order.ts";

/** Anomalies and undecided objects that are kept. */
const mostKept = 1_000;

/** Writers that are told apart; names may be made up without end. */
const mostWriters = 100_000;

/**
 * Judges a log part by part. A part is the text of {@link encodeRequest} with all requests for its objects,
 * in any order; one part at a time is held, as text.
 */
export class LogJudge {
  readonly #order: VersionOrder;
  readonly #history: LogHistory;
  readonly #sums = new FindingSums();
  readonly #anomalies: FoundAnomaly[] = [];
  readonly #open: string[] = [];
  readonly #writers = new Set<string>();
  readonly #counts = { requests: 0, objects: 0, writes: 0, comparedWrites: 0, operations: 0 };

  constructor(order: VersionOrder) {
    this.#order = order;
    this.#history = new LogHistory(order, (verdict, requestAt) => {
      this.#counts.operations += verdict.operations;
      for (const anomaly of verdict.anomalies) {
        const requests = anomaly.operations.flatMap((line) => requestAt(line) ?? []);
        if (this.#anomalies.length < mostKept) this.#anomalies.push({ anomaly, requests });
      }
      for (const { object, reason } of verdict.open) {
        if (this.#open.length < mostKept) this.#open.push(`${object}: ${reason}`);
      }
    });
  }

  /** Judges a part, given as its lines. */
  part(lines: Iterable<string>): void {
    const objects = new Map<string, RequestLine[]>();
    for (const text of lines) {
      const line = requestLine(text);
      const known = objects.get(line.object);
      if (known === undefined) objects.set(line.object, [line]);
      else known.push(line);
    }
    for (const [object, own] of objects) {
      this.#object(object, own);
      // The texts of an object are not needed any more.
      own.length = 0;
    }
  }

  /** The verdict on all parts. */
  end({ skipped, limits }: Pick<LogFacts, "limits" | "skipped">): LogVerdict {
    this.#history.end();
    return {
      ...this.#counts,
      writers: this.#writers.size,
      anomalies: this.#anomalies,
      findings: this.#sums.kept.toSorted((left, right) => beganAt(left) - beganAt(right)),
      sums: this.#sums.sums(),
      open: this.#open,
      limits,
      skipped,
    };
  }

  #object(object: string, lines: readonly RequestLine[]): void {
    this.#counts.objects += 1;
    const ids = new Set<string>();
    let life: Life | undefined;
    for (const line of this.#inOrder(lines)) {
      const request = line.request();
      // An aggregated API server and the one before it both log a request.
      if (request.id !== undefined && ids.has(request.id)) continue;
      if (request.id !== undefined) ids.add(request.id);
      this.#countRequest(request);
      this.#history.add(request);
      if (life === undefined || isOfNext(request, life)) {
        life?.judge.end();
        life = { judge: this.#judgeOf(object), uid: undefined };
      }
      life.uid = request.uid ?? life.uid;
      life.judge.take(request);
      if (request.isGone !== true) continue;
      life.judge.end();
      life = undefined;
    }
    life?.judge.end();
    this.#history.endObject();
  }

  #inOrder(lines: readonly RequestLine[]): readonly RequestLine[] {
    if (this.#order === "comparable") return inVersionOrder(lines);
    return lines.toSorted((left, right) => left.returned - right.returned);
  }

  #judgeOf(object: string): ObjectJudge {
    return new ObjectJudge(
      object,
      (finding) => this.#sums.add(finding),
      (isCompared) => this.#count(isCompared),
    );
  }

  #countRequest({ by }: LoggedRequest): void {
    this.#counts.requests += 1;
    if (this.#writers.size < mostWriters) this.#writers.add(writerKey(by));
  }

  #count(isCompared: boolean): void {
    this.#counts.writes += 1;
    if (isCompared) this.#counts.comparedWrites += 1;
  }
}

function beganAt({ requests }: WriterFinding): number {
  return requests[0]?.invoke ?? 0;
}

/** One incarnation of an object. */
interface Life {
  readonly judge: ObjectJudge;
  uid: string | undefined;
}

/** Whether a request is for the next incarnation. */
function isOfNext({ uid, verb, outcome }: LoggedRequest, life: Life): boolean {
  if (verb === "create" && outcome === "ok") return true;
  return uid !== undefined && life.uid !== undefined && uid !== life.uid;
}
