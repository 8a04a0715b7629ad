import { counted, jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import type { LoggedWriter } from "../port/logged-request.ts";
import { writerKey, writerName } from "../port/writer-finding.ts";
import type { WriterFinding } from "../port/writer-finding.ts";
import { shownPaths } from "./finding-words.ts";
import { lostField } from "./lost-update.ts";
import type { FieldWrite, RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/** Maximum number of spec writes that are kept until it is known whether their writer also writes the status. */
const maxHeld = 100;

/**
 * Writers of a status must not change a spec that other clients own. Filling in empty fields and adding to a list is
 * allocation; changing or removing another client's values is not.
 */
export function overwrittenSpecs(context: RuleContext): WriterRule {
  return new OverwrittenSpecs(context);
}

class OverwrittenSpecs implements WriterRule {
  readonly #context: RuleContext;
  readonly #reporters = new Set<string>();
  readonly #held: Omit<WriterFinding, "object">[] = [];

  constructor(context: RuleContext) {
    this.#context = context;
  }

  wrote(step: WriteStep): void {
    const { request, changes } = step;
    if (changes === undefined || isPerson(request.by)) return;
    if (request.side === "status" && changes.length > 0) this.#reporters.add(writerKey(request.by));
    if (request.side !== "main" || request.verb === "create") return;
    const lost = changes.filter(
      (change) => step.carries(change) && this.#isForeign(change, request.by),
    );
    const [first] = lost;
    if (first === undefined || this.#held.length >= maxHeld) return;
    const last = this.#context.lastWrite(first.path);
    const other = last?.by ?? this.#context.creator();
    this.#held.push({
      rule: "spec-by-status-writer",
      by: request.by,
      ...(other === undefined ? {} : { other }),
      requests: [...requestsOf(last), step.found],
      lost: lost.map(lostField),
      detail: detailOf(request.by, other, lost),
    });
  }

  end(): void {
    for (const finding of this.#held) {
      if (this.#reporters.has(writerKey(finding.by))) this.#context.report(finding);
    }
    this.#held.length = 0;
  }

  #isForeign({ path, before, after }: Change, by: LoggedWriter): boolean {
    const creator = this.#context.creator();
    if (!path.startsWith("spec.") || before === undefined || isAddition(before, after))
      return false;
    if (creator !== undefined && writerKey(creator) === writerKey(by)) return false;
    const setter = this.#context.lastWrite(path)?.by ?? creator;
    return setter !== undefined && writerKey(setter) !== writerKey(by);
  }
}

function requestsOf(last: FieldWrite | undefined): readonly FieldWrite["request"][] {
  return last === undefined ? [] : [last.request];
}

function isAddition(before: JsonValue, after: JsonValue | undefined): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const kept: readonly JsonValue[] = after;
  return before.every((item: JsonValue) => kept.some((other) => jsonEquals(item, other)));
}

/** People may write both spec and status. */
function isPerson({ agent = "" }: LoggedWriter): boolean {
  return agent.startsWith("kubectl");
}

function detailOf(
  by: LoggedWriter,
  other: LoggedWriter | undefined,
  lost: readonly Change[],
): string {
  const paths = lost.map(({ path }) => path);
  const whose = other === undefined ? "another client" : writerName(other);
  return `${writerName(by)}, which writes the status, changed ${counted(paths.length, "field")} of the spec that ${whose} had set: ${shownPaths(paths)}`;
}
