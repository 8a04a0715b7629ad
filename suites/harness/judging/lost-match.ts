import { isMembers } from "#contract";
import type { Fact, Labels } from "../premises/sent-commands.ts";

interface Lost {
  readonly fact: Fact;
  readonly label: string;
}

/**
 * Finds a write that removed or changed a label although it contained no labels, and the label is selected by a watch
 * or a list of the evidence. The object then leaves the watch or the list.
 */
export function lostMatch({
  evidence,
  facts,
  all,
  observations,
}: {
  readonly evidence: readonly number[];
  /** The facts of the evidence. */
  readonly facts: readonly Fact[];
  /** The facts of the case. */
  readonly all: readonly Fact[];
  readonly observations: unknown;
}): Lost | undefined {
  const losing = all.filter(({ loses }) => loses !== undefined);
  if (losing.length === 0) return undefined;
  const watched = watchesIn(observations).filter(({ exchange }) => evidence.includes(exchange));
  const selectors = [...facts, ...watched].flatMap(({ selector }) =>
    selector === undefined ? [] : [selector],
  );
  if (selectors.length === 0) return undefined;
  const subjects = new Set(facts.flatMap(({ subject = [] }) => subject));
  for (const fact of losing) {
    if (subjects.size > 0 && !subjects.has(fact.subject ?? "")) continue;
    const lost = Object.entries(fact.loses ?? {}).find(([label, value]) =>
      selectors.some((selector) => selector[label] === value),
    );
    if (lost !== undefined) return { fact, label: lost[0] };
  }
  return undefined;
}

interface SelectingWatch {
  readonly exchange: number;
  readonly selector: Labels;
}

function watchesIn(seen: unknown): readonly SelectingWatch[] {
  if (Array.isArray(seen)) return seen.flatMap(watchesIn);
  if (typeof seen !== "object" || seen === null || "outcome" in seen) return [];
  const inner = Object.values(seen).flatMap(watchesIn);
  if (!("command" in seen) || !("exchange" in seen) || !isMembers(seen.command)) return inner;
  const { verb, selector } = seen.command;
  const { exchange } = seen;
  return verb === "watch" && isLabels(selector) && typeof exchange === "number"
    ? [{ exchange, selector }, ...inner]
    : inner;
}

function isLabels(value: unknown): value is Labels {
  return isMembers(value) && Object.values(value).every((text) => typeof text === "string");
}
