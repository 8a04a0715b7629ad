import { jsonEquals } from "#contract";
import type { CreateCommand, DeleteCommand, JsonObject, Outcome, UpdateCommand } from "#contract";
import type { HookCargo } from "../dialect/fixture-hooks.ts";
import type { HookResult } from "./hook-call.ts";

export type HookedCommand = CreateCommand | UpdateCommand | DeleteCommand;

export function obstacleOf(command: HookedCommand): string | undefined {
  if (command.identity !== "author")
    return `hooks have no roles, and cannot act as ${command.identity}`;
  const asked = Object.entries(command).flatMap(([member, value]) =>
    value !== undefined && !places.has(member) ? [member] : [],
  );
  return asked.length === 0 ? undefined : `hooks do not support ${asked.join(", ")}`;
}

const places = new Set([
  "verb",
  "identity",
  "via",
  "key",
  "spec",
  "labels",
  "annotations",
  // Compared with the stored object before the hook is called.
  "resourceVersion",
  "uid",
]);

export function inputFor(command: HookedCommand): JsonObject {
  const { verb, key } = command;
  const base = {
    verb: verb === "update" ? "updateSpec" : verb,
    kind: key.kind,
    ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
    name: key.name,
  };
  if (command.verb === "delete") return base;
  const { spec, labels, annotations } = command;
  return {
    ...base,
    ...(spec === undefined ? {} : { spec }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Returns the outcome of a command if its hook failed, otherwise undefined. */
export function failureOf(result: HookResult, command: HookedCommand): Outcome | undefined {
  switch (result.kind) {
    case "done":
      return undefined;
    case "unsupported":
      return { result: "unsupported", detail: `the hook does not support ${command.verb}` };
    case "refused":
      return refusedBy(result);
    case "failed":
      return { result: "unknown", cause: result.cause, detail: result.detail };
  }
}

const reasons = ["alreadyExists", "notFound", "conflict", "invalid", "forbidden"] as const;

/** Hooks have no common error codes, so the code is derived from the reason. */
function refusedBy(answer: { readonly reason: string; readonly message: string }): Outcome {
  const reason = reasons.find((known) => known === answer.reason);
  if (reason === undefined) {
    const detail = `the hook returned an unknown reason for its rejection, "${answer.reason}" instead of one of ${reasons.join(", ")}: ${answer.message}`;
    return { result: "unknown", cause: "connection", detail };
  }
  const refusal = { reason, code: `hook:${reason}`, message: answer.message, causes: [] };
  return { result: "refused", refusal };
}

/** Returns the outcome of a command once a read shows its effect. Undefined before that. */
export function settledOutcome(
  command: HookedCommand,
  outcome: Outcome,
  carries: readonly HookCargo[],
): Outcome | undefined {
  const isGone = outcome.result === "refused" && outcome.refusal.reason === "notFound";
  if (command.verb === "delete") return isGone ? { result: "done" } : undefined;
  if (outcome.result !== "object") return undefined;
  const { spec = {} } = command;
  const { metadata } = outcome.object;
  const isShown = command.verb === "create" || holds(outcome.object.spec ?? {}, spec);
  const isCarried = carries.every((part) => holds(metadata[part] ?? {}, command[part] ?? {}));
  return isShown && isCarried ? outcome : undefined;
}

function holds(stored: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([member, value]) => {
    const found = stored[member];
    return found !== undefined && jsonEquals(found, value);
  });
}
