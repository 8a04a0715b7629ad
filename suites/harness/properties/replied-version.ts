import { describeKey } from "#contract";
import type { Command, ObjectKey } from "#contract";
import { eventDifference } from "#model";
import type { Difference, EventDifference, ModelRules, ModelState } from "#model";
import type { Step } from "../judging/recorded-step.ts";
import type { Played, PlayedStep } from "./play.ts";

interface Sequence {
  readonly played: Played;
  readonly state: ModelState;
  readonly rules: ModelRules;
}

/**
 * Finds the event that contradicts the version in an earlier response. The model continues from that response, so a
 * later step may differ from the model only because of that version. Returns undefined if events and responses agree,
 * or if the difference does not concern the version.
 */
export function misreportedVersion(
  difference: Difference,
  { command, outcome }: Pick<Step, "command" | "outcome">,
  { played, state, rules }: Sequence,
): EventDifference | undefined {
  if (!concernsVersion(difference, { command, outcome })) return undefined;
  for (const [index, key] of played.keys.entries()) {
    if (!isAbout(command, key)) continue;
    const of = describeKey(key);
    const changes = state.log.filter((change) => describeKey(change.key) === of);
    const events = played.settled[index]?.events ?? [];
    const wrong = eventDifference(changes, events, rules.semantics);
    if (wrong?.about === "wrong version") return wrong;
  }
  return undefined;
}

function isAbout(command: Command, key: ObjectKey): boolean {
  return command.verb === "list" || describeKey(command.key) === describeKey(key);
}

function concernsVersion(
  difference: Difference,
  { command, outcome }: Pick<Step, "command" | "outcome">,
): boolean {
  const namesVersion = "resourceVersion" in command && command.resourceVersion !== undefined;
  switch (difference.about) {
    case "part":
      return difference.part === "version";
    case "list":
      return true;
    case "refusal":
      return namesVersion;
    case "acceptance":
      return namesVersion && outcome.result === "refused" && outcome.refusal.reason === "conflict";
  }
}

/**
 * Whether the version that the object had before a step is confirmed by an event, a read, a list, or an accepted
 * command that uses it. The response to the last write does not count.
 */
export function isVersionConfirmed(
  { step: { command } }: PlayedStep,
  earlier: readonly PlayedStep[],
  { played, state }: Pick<Sequence, "played" | "state">,
): boolean {
  if (command.verb === "list") return false;
  const { key } = command;
  const id = describeKey(key);
  const version = state.objects.get(id)?.object.metadata.resourceVersion;
  const place = played.keys.findIndex((each) => describeKey(each) === id);
  const events = played.settled[place]?.events ?? [];
  return (
    events.some(({ resourceVersion }) => resourceVersion === version) ||
    earlier.some(({ step }) => versionShownBy(step, key) === version)
  );
}

function versionShownBy({ command, outcome }: Step, key: ObjectKey): string | undefined {
  if (command.verb === "list") {
    if (outcome.result !== "list") return undefined;
    return outcome.items.find(({ metadata }) => metadata.name === key.name)?.metadata
      .resourceVersion;
  }
  if (outcome.result !== "object" || describeKey(command.key) !== describeKey(key))
    return undefined;
  if (command.verb === "read") return outcome.object.metadata.resourceVersion;
  return "resourceVersion" in command ? command.resourceVersion : undefined;
}
