import type { Change } from "#harness";
import { differences } from "../port/body-differences.ts";
import type { LoggedBody, LoggedRequest, LoggedWriter } from "../port/logged-request.ts";
import { writerKey } from "../port/writer-finding.ts";
import type { FoundRequest, WriterFinding } from "../port/writer-finding.ts";
import { carriedBy } from "../rules/carried.ts";
import { foundRequest } from "../rules/found-request.ts";
import { writerRuleFactories } from "../rules/index.ts";
import type { FieldWrite, RuleContext, WriterRule, WriteStep } from "../rules/writer-rule.ts";
import { Recent } from "./recent-entries.ts";

/** Number of versions whose states are kept. Writers that lag further behind are not tracked. */
const maxStates = 32;

/** Number of kept version positions. Requests are in version order, so older versions rarely occur. */
const maxVersions = 50_000;

/** Maximum number of fields with a known last write. Clients may generate names without limit. */
const maxFields = 5_000;

export class ObjectJudge implements RuleContext {
  readonly object: string;
  readonly #report: (finding: WriterFinding) => void;
  readonly #counted: (isCompared: boolean) => void;
  readonly #rules: readonly WriterRule[];
  readonly #states = new Map<string, LoggedBody>();
  readonly #positions = new Recent<number>(maxVersions);
  #placed = 0;
  readonly #seen = new Map<string, number>();
  readonly #fields = new Map<string, FieldWrite>();
  #creator: LoggedWriter | undefined;
  #state: LoggedBody | undefined;
  #version: string | undefined;
  /**
   * The last accepted write. In logs without versions in responses, whether the last write changed anything is known
   * only from the expected version of the next write.
   */
  #last: LoggedRequest | undefined;

  /** `counted` receives each write to an existing object, and whether its effect is known. */
  constructor(
    object: string,
    report: (finding: WriterFinding) => void,
    counted: (isCompared: boolean) => void,
  ) {
    this.object = object;
    this.#report = report;
    this.#counted = counted;
    this.#rules = writerRuleFactories.map((begin) => begin(this));
  }

  take(request: LoggedRequest): void {
    if (request.outcome === "unknown" || request.verb === "delete") return;
    if (request.verb === "read") return this.#read(request);
    const found = foundRequest(request);
    if (request.outcome === "ok") return this.#wrote(request, found);
    for (const rule of this.#rules) rule.refused?.(request, found);
  }

  end(): void {
    for (const rule of this.#rules) rule.end?.();
  }

  lastWrite(path: string): FieldWrite | undefined {
    return this.#fields.get(path);
  }

  creator(): LoggedWriter | undefined {
    return this.#creator;
  }

  seenBy(writer: LoggedWriter): number | undefined {
    return this.#seen.get(writerKey(writer));
  }

  positionOf(version: string): number | undefined {
    return this.#positions.get(version);
  }

  report(finding: Omit<WriterFinding, "object">): void {
    this.#report({ ...finding, object: this.object });
  }

  #read({ outcome, version, stored, by }: LoggedRequest): void {
    if (outcome !== "ok" || version === undefined) return;
    const isNews = this.#positions.get(version) === undefined;
    const position = this.#place(version);
    this.#seen.set(writerKey(by), Math.max(position, this.seenBy(by) ?? 0));
    if (stored === undefined) return;
    // The log lacks the write of this version, because the requests of its writer were not logged.
    if (isNews) this.#forget(this.#newest(stored.form), stored);
    if (isNews) this.#move(version, stored);
    this.#keep(version, stored);
  }

  #wrote(request: LoggedRequest, found: FoundRequest): void {
    const { version, stored, by } = request;
    if (request.verb === "create") this.#creator ??= by;
    const step = this.#stepOf(request, found);
    if (request.verb !== "create") this.#counted(step.changes !== undefined);
    for (const rule of this.#rules) rule.wrote?.(step);
    const position = version === undefined ? this.#placed : this.#place(version);
    for (const change of step.changes ?? []) this.#note(change, step, position);
    this.#move(version, stored);
    this.#last = request;
    if (version === undefined) return;
    this.#seen.set(writerKey(by), Math.max(position, this.seenBy(by) ?? 0));
    if (stored !== undefined) this.#keep(version, stored);
  }

  #stepOf(request: LoggedRequest, found: FoundRequest): WriteStep {
    const { stored, verb } = request;
    const before =
      stored === undefined || verb === "create" ? undefined : this.#before(request, stored);
    const changes =
      stored === undefined || before === undefined
        ? undefined
        : differences(before.fields, stored.fields);
    return { request, found, changes, carries: carriedBy(request), isNoOp: this.#isNoOp(request) };
  }

  /** Returns the state that a write replaced: the state with its expected version, or else the newest state. */
  #before({ precondition }: LoggedRequest, stored: LoggedBody): LoggedBody | undefined {
    const isGap = precondition !== undefined && precondition !== this.#version;
    return isGap ? this.#stateAt(precondition, stored.form) : this.#newest(stored.form);
  }

  #stateAt(version: string, form: string | undefined): LoggedBody | undefined {
    return inForm(this.#states.get(version), form);
  }

  #newest(form: string | undefined): LoggedBody | undefined {
    return inForm(this.#state, form);
  }

  #isNoOp({ version, precondition, by, side, verb }: LoggedRequest): boolean {
    if (version !== undefined) return version === (precondition ?? this.#version);
    const last = this.#last;
    if (last === undefined || precondition === undefined || verb !== "update") return false;
    // Two writes with the same expected version can both succeed only if the first changed nothing.
    const isSame = last.precondition === precondition && last.side === side;
    return isSame && writerKey(last.by) === writerKey(by);
  }

  #note(change: Change, { request, found, carries }: WriteStep, position: number): void {
    const { path, before, after } = change;
    if (!carries(change)) {
      this.#fields.delete(path);
      return;
    }
    if (this.#fields.size >= maxFields && !this.#fields.has(path)) return;
    this.#fields.set(path, { by: request.by, request: found, position, before, after });
  }

  /** Drops the owners of the fields that an unlogged client changed. */
  #forget(before: LoggedBody | undefined, after: LoggedBody): void {
    if (before === undefined) this.#fields.clear();
    else for (const { path } of differences(before.fields, after.fields)) this.#fields.delete(path);
  }

  #move(version: string | undefined, stored: LoggedBody | undefined): void {
    this.#state = stored;
    this.#version = version;
  }

  #place(version: string): number {
    const known = this.#positions.get(version);
    if (known !== undefined) return known;
    const position = this.#placed;
    this.#placed += 1;
    this.#positions.set(version, position);
    return position;
  }

  #keep(version: string, body: LoggedBody): void {
    this.#states.set(version, body);
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxStates && oldest !== undefined) this.#states.delete(oldest);
  }
}

function inForm(body: LoggedBody | undefined, form: string | undefined): LoggedBody | undefined {
  return body?.form === form ? body : undefined;
}
