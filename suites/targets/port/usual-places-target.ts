import type { Command, JsonObject, Outcome, Resource, WatchEvent } from "#contract";
import { conditionsPathOf, valueIn, withValueAt } from "./conditions-place.ts";
import { forwardedMethods } from "./forwarded-methods.ts";
import { inUsualPlaces, observedPathOf, withoutValueAt } from "./status-places.ts";
import type { StatusPlaces } from "./status-places.ts";
import type { KindDescription, Target, TargetDescription } from "./target.ts";

/**
 * Wraps a target so that all statuses have their conditions and their observed generation as the fields `conditions` and
 * `observedGeneration`, in commands, outcomes, events and samples. The kinds keep their places, because requests of
 * other clients contain them. Returns the target itself if all of its kinds have the usual places.
 */
export function withUsualPlaces(target: Target): Target {
  const special = target.description.kinds.filter(isSpecial);
  if (special.length === 0) return target;
  const kinds = new Map(special.map((kind) => [kind.name, kind]));
  const usual = (object: Resource): Resource => {
    const kind = kinds.get(object.kind);
    return kind === undefined || object.status === undefined
      ? object
      : { ...object, status: inUsualPlaces(kind, object.status) };
  };
  return {
    ...target,
    ...optionalMethods(target, kinds),
    description: describedUsually(target.description),
    execute: async (command, signal) => {
      const exchange = await target.execute(sentBy(command, kinds), signal);
      return { ...exchange, outcome: outcomeWith(exchange.outcome, usual) };
    },
    watch: (command, listener, signal) =>
      target.watch(
        command,
        {
          event: (event) => listener.event(eventWith(event, usual)),
          ended: (end) => listener.ended(end),
          noted: (note) => listener.noted?.(note),
        },
        signal,
      ),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

function optionalMethods(
  target: Target,
  kinds: ReadonlyMap<string, KindDescription>,
): Partial<Target> {
  const forwarded = forwardedMethods(target);
  return forwarded.misfit === undefined
    ? forwarded
    : { ...forwarded, misfit: (command: Command) => target.misfit?.(sentBy(command, kinds)) };
}

function isSpecial({ conditionsPath, observedGenerationPath }: KindDescription): boolean {
  return conditionsPath !== undefined || observedGenerationPath !== undefined;
}

function describedUsually(description: TargetDescription): TargetDescription {
  const { kinds, remarks = [] } = description;
  const moved = kinds.flatMap((kind) =>
    placesOf(kind).map(
      ({ usual, path }) =>
        `The status of ${kind.name} contains ${path.join(".")}; findings call it ${usual}.`,
    ),
  );
  return {
    ...description,
    kinds: kinds.map((kind) => (isSpecial(kind) ? usualKind(kind) : kind)),
    remarks: [...remarks, ...moved],
  };
}

function usualKind(kind: KindDescription): KindDescription {
  const { samples, statusMembers, filledStatuses } = kind;
  const places = placesOf(kind);
  const own = places.find(({ path }) => path.join(".") === samples.counter);
  const members = Object.entries(statusMembers ?? {}).map(
    ([id, names]) =>
      [
        id,
        names.flatMap((name) => [
          ...(places.some(({ path }) => path.length === 1 && path[0] === name) ? [] : [name]),
          ...places.flatMap(({ path, usual }) => (path[0] === name ? [usual] : [])),
        ]),
      ] as const,
  );
  return {
    ...kind,
    samples: {
      ...samples,
      statuses: samples.statuses.map((status) => inUsualPlaces(kind, status)),
      counter: own?.usual ?? samples.counter,
    },
    ...(filledStatuses === undefined
      ? {}
      : { filledStatuses: filledStatuses.map((status) => inUsualPlaces(kind, status)) }),
    ...(statusMembers === undefined ? {} : { statusMembers: Object.fromEntries(members) }),
  };
}

interface Place {
  readonly usual: string;
  readonly path: readonly string[];
}

function placesOf(kind: StatusPlaces): readonly Place[] {
  return [
    { usual: "conditions", path: conditionsPathOf(kind).path },
    { usual: "observedGeneration", path: observedPathOf(kind) },
  ].filter(({ usual, path }) => path.join(".") !== usual);
}

function sentBy(command: Command, kinds: ReadonlyMap<string, KindDescription>): Command {
  if (command.verb !== "updateStatus") return command;
  const kind = kinds.get(command.key.kind);
  return kind === undefined ? command : { ...command, status: inOwnPlaces(kind, command.status) };
}

function inOwnPlaces(kind: StatusPlaces, status: JsonObject): JsonObject {
  let own = status;
  for (const { usual, path } of placesOf(kind)) {
    const value = valueIn(status, [usual]);
    if (value !== undefined) own = withValueAt(withoutValueAt(own, [usual]), path, value);
  }
  return own;
}

function outcomeWith(outcome: Outcome, usual: (object: Resource) => Resource): Outcome {
  if (outcome.result === "object") return { ...outcome, object: usual(outcome.object) };
  return outcome.result === "list" ? { ...outcome, items: outcome.items.map(usual) } : outcome;
}

function eventWith(event: WatchEvent, usual: (object: Resource) => Resource): WatchEvent {
  return event.object === undefined ? event : { ...event, object: usual(event.object) };
}
