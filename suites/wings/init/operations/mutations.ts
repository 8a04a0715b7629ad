import { getNamedType, isEnumType } from "graphql";
import type { StatusMode } from "#targets";
import type { CallVerb } from "./argument-words.ts";
import { flattened } from "../schema/flattened.ts";
import { isOpenType } from "./argument-words.ts";
import type { Confidence } from "../schema/notebook.ts";
import { isRequired } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { isStatusWord, roleOf } from "../schema/role-words.ts";

/** A guess from names is never of high confidence: a test has to confirm it. */
export interface MutationGuess {
  readonly verb:
    | Extract<CallVerb, "create" | "delete" | "patchStatus" | "update" | "updateStatus">
    | "finish";
  readonly confidence: Confidence;
  readonly reason: string;
  /** Whether another mutation is at least as likely, so that only a test can confirm this one. */
  readonly isSpare?: true;
}

export function mutationVerb(field: RootField, kindName: string): MutationGuess | undefined {
  const word = withoutKind(field.name, kindName);
  const inputs = flattened(field.arguments);
  const names = inputs.map(({ name }) => name);
  const hasSpec = names.some((name) => name.toLowerCase() === "spec");
  const first = firstWord(word);
  if (/^(?:delete|remove|drop|destroy)$/u.test(first))
    return { verb: "delete", confidence: "medium", reason: "inferred from its name" };
  if (/^(?:finalize|purge|confirm)$/u.test(first))
    return { verb: "finish", confidence: "medium", reason: "inferred from its name" };
  if (/^(?:create|add|insert|register|provision|new|post)$/u.test(first)) {
    return { verb: "create", confidence: "medium", reason: "inferred from its name" };
  }
  const status = statusScore(field, word);
  // A whole object contains both spec and status, so only the mutation's name indicates which of them it writes.
  const isWhole = hasSpec && names.some((name) => name.toLowerCase() === "status");
  if (status.score >= enough && (!hasSpec || (isWhole && status.isNamed))) {
    const isPatch = names.some((name) => /^patch$/iu.test(name)) && inputs.some(isFormat);
    const verb = isPatch ? "patchStatus" : "updateStatus";
    return { verb, confidence: "medium", reason: status.reason };
  }
  if (!/^(?:update|change|set|edit|modify|put|replace|patch|save|apply)$/u.test(first))
    return undefined;
  const isBoxed = inputs.some(
    (input) =>
      isRequired(input) && isOpenType(getNamedType(input.type)) && roleOf(input.name) === undefined,
  );
  if (hasSpec)
    return {
      verb: "update",
      confidence: "medium",
      reason: "inferred from its name, and it takes a spec",
    };
  return isBoxed
    ? { verb: "update", confidence: "medium", reason: "inferred from its name" }
    : undefined;
}

const enough = 5;

function statusScore(
  field: RootField,
  word: string,
): { readonly score: number; readonly reason: string; readonly isNamed: boolean } {
  const inputs = flattened(field.arguments);
  const version = inputs.find(({ name }) => roleOf(name) === "resourceVersion");
  const signs: readonly (readonly [number, string] | false | undefined)[] = [
    /status|report|observ|condition|acknowledge|heartbeat/iu.test(word) && [
      3,
      "inferred from its name",
    ],
    version && [isRequired(version) ? 2 : 1, "it takes a version"],
    inputs.some(({ name }) => isStatusWord(name)) && [2, "it takes fields that controllers report"],
    inputs.some(
      ({ name, type }) =>
        /^_?(?:input|object|body|payload|manifest)$/iu.test(name) && isOpenType(getNamedType(type)),
    ) && [1, "it takes a whole object"],
    !inputs.some(({ name }) => name.toLowerCase() === "spec") && [
      1,
      "it has no argument for a spec",
    ],
  ];
  const found = signs.filter((sign) => Array.isArray(sign));
  const score = found.reduce((sum, [points]) => sum + points, 0);
  const reason = found.map(([, each]) => each).join(", ");
  return { score, reason, isNamed: found.some(([, each]) => each === "inferred from its name") };
}

function isFormat(input: RootField["arguments"][number]): boolean {
  return isEnumType(getNamedType(input.type)) && /type|format|strategy/iu.test(input.name);
}

/** Whether the name of a mutation consists of a word for deletions and of the kind. */
export function isDeletionOf(field: RootField, kindName: string): boolean {
  return /^(?:delete|remove|drop|destroy)$/iu.test(withoutKind(field.name, kindName));
}

/** Whether a mutation creates missing objects and changes existing ones, judging by its name. */
export function isApplied(field: RootField, kindName: string): boolean {
  return /^(?:apply|declare|ensure|put|save|set|upsert)$/u.test(
    firstWord(withoutKind(field.name, kindName)),
  );
}

/** Whether a mutation probably removes omitted fields (`replace`) or keeps them (`partial`), judging by its name. */
export function likelyMode(field: RootField, kindName: string): StatusMode {
  const word = withoutKind(field.name, kindName);
  return /^(?:replace|put|set|overwrite)$/u.test(firstWord(word)) ? "replace" : "partial";
}

/**
 * Returns the first word of a camel-case name, so that `settle` does not match `set`, and `addressBook` does not match
 * `add`.
 */
function firstWord(name: string): string {
  const [first = ""] = /^\p{Lu}*\p{Ll}+|^\p{Lu}+/u.exec(name) ?? [];
  return first.toLowerCase();
}

function withoutKind(written: string, kindName: string): string {
  const field = written.replaceAll(/_+(?<letter>.?)/gu, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const at = field.toLowerCase().indexOf(kindName.toLowerCase());
  if (at < 0 || kindName === "") return field;
  // A mutation of several objects may be called `createPumps` or `createPumpBatch`.
  const after = field.slice(at + kindName.length).replace(/^e?s(?=\p{Lu}|$)/u, "");
  return `${field.slice(0, at)}${after}`;
}
