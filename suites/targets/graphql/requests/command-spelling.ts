import { isJsonObject } from "#contract";
import type { Command, WatchCommand } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import type { AnyOperation } from "../dialect/dialect-operations.ts";
import { spellConditions, spellConditionsPatch } from "../dialect/spell-conditions.ts";
import type { Spelling } from "./placeholder-values.ts";

/** Converts the conditions in a command to the endpoint's format. */
export function spelled<Spelled extends Command | WatchCommand>(
  command: Spelled,
  { conditions }: KindDialect,
): Spelled {
  if (conditions === undefined) return command;
  if (command.verb === "updateStatus") {
    return { ...command, status: spellConditions(command.status, conditions) };
  }
  if (command.verb !== "patchStatus") return command;
  if (command.format === "json") {
    return { ...command, patch: spellConditionsPatch(command.patch, conditions) };
  }
  if (!isJsonObject(command.patch)) return command;
  const { status } = command.patch;
  if (!isJsonObject(status)) return command;
  const patch = { ...command.patch, status: spellConditions(status, conditions) };
  return { ...command, patch };
}

export function needsNamespace(operation: AnyOperation, command: Command | WatchCommand): boolean {
  const isCollection = command.verb === "list" || command.verb === "watch";
  return isCollection && operation.perNamespace === true && command.namespace === undefined;
}

export function spellingOf(operation: AnyOperation): Omit<Spelling, "kind"> {
  return {
    ...("encoding" in operation ? { encoding: operation.encoding } : {}),
    ...("sets" in operation ? { sets: operation.sets } : {}),
    ...("formats" in operation ? { formats: operation.formats } : {}),
  };
}
