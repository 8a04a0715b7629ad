import { counted, jsonEquals } from "#contract";
import type { Change } from "#harness";
import type { LoggedBody, LoggedRequest } from "../port/logged-request.ts";
import { writerKey, writerName } from "../port/writer-finding.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { duration, shownPaths } from "./finding-words.ts";
import { isTakenBack, lostField } from "./lost-update.ts";
import type { RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/**
 * Below this number of conflicts on one version, or within this time in milliseconds, a stale cache may be the cause.
 */
const few = 4;
const cacheMs = 1_000;

/**
 * With at least this many conflicts on one version, a stale cache is not the cause. With a common backoff, this many
 * conflicts take five seconds.
 */
const many = 10;

/** Maximum time after a conflict during which a write counts as a retry, in milliseconds. */
const retryMs = 60_000;

interface Refused {
  readonly version: string;
  readonly first: FoundRequest;
  last: FoundRequest;
  count: number;
  readonly sent: LoggedBody | undefined;
}

/** Finds clients that retry a write after a conflict without reading the object again. */
export function staleRetries(context: RuleContext): WriterRule {
  return new StaleRetries(context);
}

class StaleRetries implements WriterRule {
  readonly #context: RuleContext;
  readonly #refused = new Map<string, Refused>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  refused(request: LoggedRequest, found: FoundRequest): void {
    const { outcome, precondition: version, sent } = request;
    if (outcome !== "conflict" || version === undefined) return;
    const key = keyOf(request);
    const run = this.#refused.get(key);
    if (run?.version === version) {
      run.last = found;
      run.count += 1;
      return;
    }
    if (run !== undefined) this.#close(run);
    this.#refused.set(key, { version, first: found, last: found, count: 1, sent });
  }

  wrote(step: WriteStep): void {
    const key = keyOf(step.request);
    const run = this.#refused.get(key);
    if (run === undefined) return;
    this.#refused.delete(key);
    this.#close(run);
    if (step.request.invoke - run.last.return <= retryMs) this.#compare(run, step);
  }

  end(): void {
    for (const run of this.#refused.values()) this.#close(run);
    this.#refused.clear();
  }

  #close({ count, first, last, version }: Refused): void {
    const lasted = last.invoke - first.return;
    if (count < many && (count < few || lasted < cacheMs)) return;
    this.#context.report({
      rule: "stale-retry",
      by: first.by,
      requests: [first, last],
      lost: [],
      detail: `${writerName(first.by)} sent ${counted(count, "write")} with version ${version} within ${duration(last.return - first.invoke)}, all rejected because that version was stale`,
    });
  }

  /**
   * Compares a retry with the rejected write. A retry with the same content and a newer version reverts the writes in
   * between.
   */
  #compare(run: Refused, step: WriteStep): void {
    const { request, changes, carries } = step;
    const { precondition, sent } = request;
    if (precondition === undefined || precondition === run.version || changes === undefined) return;
    if (sent === undefined || !jsonEquals(sent.fields, run.sent?.fields)) return;
    const known = this.#context.positionOf(run.version);
    const lost = changes.filter(
      (change) => carries(change) && this.#isTaken(change, request, known),
    );
    const last = lost[0] === undefined ? undefined : this.#context.lastWrite(lost[0].path);
    if (last === undefined) return;
    const paths = lost.map(({ path }) => path);
    this.#context.report({
      rule: "stale-retry",
      by: request.by,
      other: last.by,
      requests: [last.request, run.last, step.found],
      lost: lost.map(lostField),
      detail: `${writerName(request.by)} got a conflict for version ${run.version} and resent the same content with version ${precondition}, and so reverted ${counted(paths.length, "field")} written by ${writerName(last.by)}: ${shownPaths(paths)}`,
    });
  }

  #isTaken(change: Change, { by }: LoggedRequest, known: number | undefined): boolean {
    const last = this.#context.lastWrite(change.path);
    if (last === undefined || writerKey(last.by) === writerKey(by)) return false;
    return isTakenBack(change, last) && (known === undefined || last.position > known);
  }
}

function keyOf({ by, side }: LoggedRequest): string {
  return `${side}\n${writerKey(by)}`;
}
