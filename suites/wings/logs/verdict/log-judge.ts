import type { VersionOrder } from "#checker";
import { agreeing, counted } from "#contract";
import type { StoredLines } from "../port/history-record.ts";
import type { LogFacts } from "../port/log-format.ts";
import type { LoggedRequest } from "../port/logged-request.ts";
import { writerKey } from "../port/writer-finding.ts";
import type { WriterFinding } from "../port/writer-finding.ts";
import { FindingSums } from "./finding-sums.ts";
import { LogHistory } from "./log-history.ts";
import type { HistoryBounds } from "./log-history.ts";
import type { FoundAnomaly, LogVerdict } from "./log-verdict.ts";
import { ObjectJudge } from "./object-judge.ts";
import { Recent } from "./recent-entries.ts";
import { requestIn } from "./request-line.ts";
import { inTimeOrder, inVersionOrder } from "./request-order.ts";
import { RequestTable } from "./request-table.ts";

const maxKept = 1_000;

/** Number of an object's requests among which duplicates are recognized. Duplicates have about the same time. */
const maxIds = 50_000;

/** Maximum number of tracked writers. Clients may generate names without limit. */
const maxWriters = 100_000;

/**
 * Judges a log partition by partition. A partition consists of the lines of {@link encodeRequest} with all requests for
 * its objects, in any order. Only the order of a partition's requests is kept in memory; the lines are read again.
 */
export class LogJudge {
  readonly #order: VersionOrder;
  readonly #history: LogHistory;
  readonly #sums = new FindingSums();
  readonly #anomalies: FoundAnomaly[] = [];
  readonly #open: string[] = [];
  readonly #writers = new Set<string>();
  readonly #counts = { requests: 0, objects: 0, writes: 0, comparedWrites: 0, operations: 0 };

  constructor(order: VersionOrder, bounds: HistoryBounds = {}) {
    this.#order = order;
    this.#history = new LogHistory({ ...bounds, order }, (verdict, requestAt) => {
      this.#counts.operations += verdict.operations;
      for (const anomaly of verdict.anomalies) {
        const requests = anomaly.operations.flatMap((line) => requestAt(line) ?? []);
        if (this.#anomalies.length < maxKept) this.#anomalies.push({ anomaly, requests });
      }
      for (const { object, reason } of verdict.open) {
        if (this.#open.length < maxKept) this.#open.push(`${object}: ${reason}`);
      }
    });
  }

  part(lines: StoredLines): void {
    for (const order of this.#orders(lines)) this.#object(() => requestsIn(lines, order));
  }

  end({ skipped, limits }: Pick<LogFacts, "limits" | "skipped">): LogVerdict {
    this.#history.end();
    const { reused } = this.#history;
    const ambiguous =
      reused === 0
        ? []
        : [
            `${counted(reused, "response")} ${agreeing(reused, "was", "were")} not checked, because ${agreeing(reused, "its", "their")} version occurs before and after a deletion or a creation, and the log has no uids`,
          ];
    return {
      ...this.#counts,
      writers: this.#writers.size,
      anomalies: this.#anomalies,
      findings: this.#sums.kept.toSorted((left, right) => beganAt(left) - beganAt(right)),
      sums: this.#sums.sums(),
      open: this.#open,
      limits: [...limits, ...ambiguous],
      skipped,
    };
  }

  #orders(lines: StoredLines): readonly Uint32Array[] {
    const table = new RequestTable();
    for (const line of lines) table.add(line);
    const inOrder = this.#order === "comparable" ? inVersionOrder : inTimeOrder;
    return Array.from(table.byObject(), (rows) => inOrder(table, rows));
  }

  #object(requests: () => Iterable<LoggedRequest>): void {
    this.#counts.objects += 1;
    let life: Life | undefined;
    for (const request of requests()) {
      this.#countRequest(request);
      this.#history.add(request);
      if (life === undefined || isOfNext(request, life)) {
        life?.judge.end();
        life = { judge: this.#judgeOf(request.object), uid: undefined };
      }
      life.uid = request.uid ?? life.uid;
      life.judge.take(request);
      if (request.isGone !== true) continue;
      life.judge.end();
      life = undefined;
    }
    life?.judge.end();
    if (this.#history.endObject()) return;
    for (const request of requests()) this.#history.add(request);
    this.#history.endObject();
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
    if (this.#writers.size < maxWriters) this.#writers.add(writerKey(by));
  }

  #count(isCompared: boolean): void {
    this.#counts.writes += 1;
    if (isCompared) this.#counts.comparedWrites += 1;
  }
}

function beganAt({ requests }: WriterFinding): number {
  return requests[0]?.invoke ?? 0;
}

/** Skips duplicates: an aggregated API server and its proxy both log a request. */
function* requestsIn(lines: StoredLines, order: Uint32Array): Generator<LoggedRequest> {
  const ids = new Recent<true>(maxIds);
  for (const position of order) {
    const line = lines.at(position);
    if (line === undefined) continue;
    const request = requestIn(line);
    if (request.id !== undefined && ids.get(request.id) === true) continue;
    if (request.id !== undefined) ids.set(request.id, true);
    yield request;
  }
}

interface Life {
  readonly judge: ObjectJudge;
  uid: string | undefined;
}

function isOfNext({ uid, verb, outcome }: LoggedRequest, life: Life): boolean {
  if (verb === "create" && outcome === "ok") return true;
  return uid !== undefined && life.uid !== undefined && uid !== life.uid;
}
