import { getNamedType } from "graphql";
import type { WatchEvent } from "#contract";
import type {
  ArgumentTree,
  KindOperations,
  ListOperation,
  ObjectOperation,
} from "#targets/graphql";
import type { GuessedArguments } from "../operations/argument-guesses.ts";
import { isOpenType } from "../operations/argument-words.ts";
import {
  deleteOperation,
  listOperation,
  objectOperation,
  patchOperations,
  spareArguments,
} from "./kind-operations.ts";
import type { ObjectCall } from "./kind-operations.ts";
import { mergedWatch, typeOfEvents } from "../operations/merged-watches.ts";
import type { NamedWrite } from "../operations/merged-watches.ts";
import { flattened } from "../schema/flattened.ts";
import type { KindType, ListField } from "./kind-types.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { likelyMode } from "../operations/mutations.ts";
import type { Input } from "../schema/root-fields.ts";
import { roleOf } from "../schema/role-words.ts";
import { withWait } from "../schema/running-operations.ts";
import type { MutationField } from "./surface.ts";
import type { WatchGuess } from "../operations/watch-guesses.ts";

import { inputsInside } from "./bodies.ts";
import type { SpecCall } from "./creation-constants.ts";
import type { KindInference } from "./kind-inference.ts";

const changes: Readonly<Partial<Record<string, WatchEvent["type"]>>> = {
  create: "ADDED",
  update: "MODIFIED",
  updateStatus: "MODIFIED",
  delete: "DELETED",
};

/** Maximum number of fields with the same verb for a kind. */
const maxOperations = 32;

export class KindReader {
  readonly statusMembers: string[] = [];
  isTyped = false;
  statusInput: { readonly field: MutationField["field"]; readonly inside: string } | undefined;
  readonly otherStatusMembers: string[] = [];
  specInput:
    | (NonNullable<KindReader["statusInput"]> & { readonly taken: readonly string[] })
    | undefined;
  readonly specCalls: SpecCall[] = [];
  readonly #inference: KindInference;

  constructor(inference: KindInference) {
    this.#inference = inference;
  }

  operations(): KindOperations {
    const statusWrites = this.#statusWrites();
    return {
      create: this.#objects("create"),
      read: this.#reads(),
      list: this.#lists(),
      update: this.#objects("update"),
      ...statusWrites,
      delete: this.#deletes(),
      watch: this.#watches(),
    };
  }

  #watches(): KindOperations["watch"] {
    const { kind, surface, notes } = this.#inference;
    const about = surface.watches.filter((watch) => watch.kind === kind.name || watch.isGeneric);
    const writes = surface.mutationsOf(kind.name).flatMap(({ field, verb }): NamedWrite[] => {
      const type = verb === undefined ? undefined : changes[verb];
      return type === undefined ? [] : [{ name: field.name, type }];
    });
    const named = namedParts(about, kind.name);
    const streams = about.filter(
      (watch) =>
        watch.isPart === true || watch.operation.shape === "object" || named.includes(watch),
    );
    const merged = mergedWatch(
      kind.name,
      streams.map((watch) => {
        const operation = named.includes(watch) ? withoutType(watch.operation) : watch.operation;
        const type = typeOfEvents(operation.field, { kind: kind.name, writes });
        return { operation, ...(type === undefined ? {} : { type }) };
      }),
    );
    const taken = new Set(merged?.streams?.map(({ field }) => field));
    const alone = about.filter(({ operation, isPart }) => !isPart && !taken.has(operation.field));
    const single = alone.slice(0, maxOperations).map((watch) => {
      const { operation, confidence, reason, hasUsualNames } = watch;
      const at = this.#at("watch", operation.id);
      notes.note(at, confidence, reason);
      if (operation.type !== undefined && hasUsualNames) {
        notes.note([...at, "type", "names"], "low", "the schema does not declare them");
      }
      return operation;
    });
    if (merged === undefined) return single;
    const reason = "there is a subscription for each type of change";
    notes.note(this.#at("watch", merged.id), "medium", reason);
    return [merged, ...single];
  }

  #at(verb: keyof KindOperations, id: string): readonly string[] {
    return ["kinds", this.#inference.kind.name, "operations", verb, id];
  }

  #mutations(verb: MutationField["verb"]): readonly MutationField[] {
    const { kind, surface } = this.#inference;
    const all = surface
      .mutationsOf(kind.name)
      .filter((one) => one.verb === verb && one.isSpare !== true);
    const complete = all.filter((one) => !this.#isByOtherId(one));
    const own = complete.length > 0 ? complete : all;
    const others = all.filter((one) => !own.includes(one)).map(({ field }) => field.path);
    const left = own.length - maxOperations;
    const reasons = [
      ...(left > 0 ? [`${left} more mutations look like ${verb}; add the right ones by hand`] : []),
      ...(others.length > 0
        ? [
            `not tested, because they find objects by a key that is not mapped: ${others.join(", ")}`,
          ]
        : []),
    ];
    if (verb !== undefined && reasons.length > 0) {
      const at = ["kinds", kind.name, "operations", verb];
      this.#inference.notes.note(at, "low", reasons.join("; "));
    }
    return own.slice(0, maxOperations);
  }

  /**
   * Whether a mutation finds objects only by a key that is not mapped, such as the global id of a node. A constant key
   * would find another object.
   */
  #isByOtherId(mutation: MutationField): boolean {
    const { verb } = mutation;
    if (verb === undefined || verb === "create" || verb === "finish") return false;
    const { guessed, operation } = objectOperation(this.#call(mutation, verb));
    return (
      guessed.unknown.some((path) => roleOf(path.split(".").at(-1) ?? "") === "uid") ||
      !/\$\{?(?:name|uid)\b/u.test(JSON.stringify(operation.arguments))
    );
  }

  #call({ field, result }: MutationField, verb: ObjectCall["verb"]): ObjectCall {
    return { field, verb, result, lexicon: this.#inference.kind.lexicon };
  }

  #objects(verb: "create" | "update"): KindOperations["create"] {
    return this.#mutations(verb).flatMap((mutation) => {
      const { operation, guessed } = objectOperation(this.#call(mutation, verb));
      if (!isUsable(verb, operation)) return [];
      this.#note(this.#at(verb, operation.id), mutation, guessed);
      const place = guessed.inside ?? guessed.beside ?? "";
      this.specCalls.push({ verb, field: mutation.field, inside: place });
      if (verb === "create" && (guessed.inside !== undefined || guessed.members.length > 0)) {
        const taken = othersAt(guessed.tree, place);
        this.specInput ??= { field: mutation.field, inside: place, taken };
      }
      return [withWait(operation, mutation.field, this.#inference.surface.running)];
    });
  }

  #statusWrites(): Pick<KindOperations, "patchStatus" | "updateStatus"> {
    const { kind } = this.#inference;
    const hasStatus =
      kind.paths.status !== undefined ||
      (kind.anatomy?.status.length ?? 0) > 0 ||
      this.#mutations("updateStatus").some((one) => one.kind !== undefined);
    if (!hasStatus) return { updateStatus: [], patchStatus: [] };
    const plain = this.#reports().map((mutation) => this.#statusWrite(mutation));
    const patched = this.#mutations("patchStatus").map((mutation) => {
      const made = patchOperations(this.#call(mutation, "patchStatus"));
      const { guessed } = objectOperation(this.#call(mutation, "patchStatus"));
      for (const { id } of made.statuses)
        this.#note(this.#at("updateStatus", id), mutation, guessed);
      this.#note(this.#at("patchStatus", made.patch.id), mutation, guessed);
      return made;
    });
    return {
      updateStatus: [...plain, ...patched.flatMap(({ statuses }) => statuses)],
      patchStatus: patched.map(({ patch }) => patch),
    };
  }

  /** If some mutations take fields of the status, omits those that take none, such as one that adds a list entry. */
  #reports(): readonly MutationField[] {
    const all = this.#mutations("updateStatus");
    const telling = all.filter((mutation) =>
      isUsable("updateStatus", objectOperation(this.#call(mutation, "updateStatus")).operation),
    );
    return telling.length === 0 ? all : telling;
  }

  #statusWrite(mutation: MutationField): KindOperations["updateStatus"][number] {
    const { operation, guessed } = objectOperation(this.#call(mutation, "updateStatus"));
    const at = this.#at("updateStatus", operation.id);
    this.#note(at, mutation, guessed);
    this.#inference.notes.note([...at, "mode"], "medium", "inferred from the name of the mutation");
    this.isTyped ||= flattened(mutation.field.arguments).some(
      ({ name, type }) => guessed.members.includes(name) && !isOpenType(getNamedType(type)),
    );
    this.statusMembers.push(
      ...guessed.members.filter((name) => !this.statusMembers.includes(name)),
    );
    if (guessed.inside !== undefined) {
      const inputs = inputsInside(mutation.field, guessed.inside);
      this.otherStatusMembers.push(...inputs.map(({ name }) => name));
      this.statusInput ??= { field: mutation.field, inside: guessed.inside };
    }
    const mode = likelyMode(mutation.field, mutation.kind ?? "");
    const { running } = this.#inference.surface;
    const isGuessed = mode === "apply" ? {} : ({ modeIsGuessed: true } as const);
    return withWait({ ...operation, statusMode: mode, ...isGuessed }, mutation.field, running);
  }

  #deletes(): KindOperations["delete"] {
    const [finish] = this.#mutations("finish");
    return this.#mutations("delete").flatMap((mutation) => {
      const second = finish && this.#call(finish, "delete");
      const { operation, guessed } = deleteOperation(this.#call(mutation, "delete"), second);
      if (!isUsable("delete", operation)) return [];
      this.#note(this.#at("delete", operation.id), mutation, guessed);
      this.#noteSpareDeletions(operation.id);
      if (finish !== undefined) {
        this.#inference.notes.note(
          [...this.#at("delete", operation.id), "finish"],
          "medium",
          "inferred from its name",
        );
      }
      return [operation];
    });
  }

  /** Keeps the other mutations that may be the deletion for a test. */
  #noteSpareDeletions(id: string): void {
    const { kind, surface, notes } = this.#inference;
    const spares = surface
      .mutationsOf(kind.name)
      .filter(({ verb, isSpare }) => verb === "delete" && isSpare === true)
      .map((mutation) => deleteOperation(this.#call(mutation, "delete"), undefined).operation)
      .filter((operation) => isUsable("delete", operation));
    const guess = notes.at(this.#at("delete", id));
    if (guess !== undefined && spares.length > 0) notes.add({ ...guess, spares });
  }

  #reads(): KindOperations["read"] {
    return [...this.#ownReads(), ...this.#furtherReads()];
  }

  #furtherReads(): KindOperations["read"] {
    const { kind, surface, notes } = this.#inference;
    const further = surface.furtherReads(kind);
    for (const { id } of further) notes.note(this.#at("read", id), "medium", furtherReason);
    return further;
  }

  #ownReads(): KindOperations["read"] {
    return this.#readable().flatMap(({ kind, lexicon }) =>
      kind.reads.slice(0, maxOperations).flatMap((field) => {
        const { operation, guessed } = objectOperation({
          field,
          verb: "read",
          result: field.result ?? "",
          lexicon,
        });
        if (!isUsable("read", operation)) return [];
        this.#note(this.#at("read", operation.id), readWords(kind), guessed);
        return [operation];
      }),
    );
  }

  #lists(): KindOperations["list"] {
    return this.#readable().flatMap(({ kind, lexicon }) =>
      kind.lists.slice(0, maxOperations).map((list) => {
        const { operation, guessed } = listOperation(list, lexicon);
        const at = this.#at("list", operation.id);
        this.#note(at, readWords(kind), guessed);
        if (operation.pages !== undefined && "by" in operation.pages) {
          this.#inference.notes.note(
            [...at, "pages"],
            "medium",
            "inferred from the name of an argument",
          );
        }
        this.#noteSpare([...at, "pages"], list, { operation, lexicon });
        return operation;
      }),
    );
  }

  #noteSpare(
    at: readonly string[],
    list: ListField,
    { operation, lexicon }: { readonly operation: ListOperation; readonly lexicon: Lexicon },
  ): void {
    if (operation.pages !== undefined) return;
    const alternatives = spareArguments(list, operation, lexicon);
    const isPaged = JSON.stringify(operation.arguments).includes('"$page"');
    const isCountable = isPaged || list.field.arguments.some(mayCount);
    if (alternatives.length === 0 || !isCountable) return;
    const reason = `the list may have further pages; unknown arguments: ${alternatives.join(", ")}`;
    this.#inference.notes.add({ path: at, confidence: "low", reason, alternatives });
  }

  /** Returns the types through which a kind can be read: its own, then generic types. */
  #readable(): readonly { readonly kind: KindType; readonly lexicon: Lexicon }[] {
    const { kind, surface } = this.#inference;
    const others = surface.generic.filter((one) => one.name !== kind.type.name);
    return [kind, ...others].map((one) => ({ kind: one, lexicon: kind.lexicon }));
  }

  #note(
    at: readonly string[],
    { confidence, reason, kind }: Words,
    guessed: GuessedArguments,
  ): void {
    const { notes } = this.#inference;
    const isGeneric = kind === undefined;
    notes.note(
      at,
      guessed.unknown.length > 0 ? "low" : isGeneric ? "medium" : confidence,
      guessed.unknown.length > 0
        ? `unknown required arguments: ${guessed.unknown.join(", ")}`
        : isGeneric
          ? `${reason}; the schema does not declare whether it accepts this kind`
          : reason,
    );
    for (const custom of guessed.customs) {
      notes.note([...at, "arguments", ...custom.path.split(".")], "medium", custom.reason);
    }
  }
}

/** An operation is usable only if its arguments contain one of these placeholders, or if it has a document. */
const neededBy = {
  create: /\$(?:\{?name|spec)/u,
  read: /\$\{?(?:name|uid)/u,
  update: /\$(?:spec|labels|annotations)/u,
  updateStatus: /\$(?:status|object)/u,
  delete: /\$\{?(?:name|uid)/u,
} as const;

function isUsable(
  verb: keyof typeof neededBy,
  { arguments: tree, document }: Pick<ObjectOperation, "arguments" | "document">,
): boolean {
  return document !== undefined || neededBy[verb].test(JSON.stringify(tree));
}

function namedParts(about: readonly WatchGuess[], kind: string): readonly WatchGuess[] {
  const typed = about.filter(({ operation }) => operation.type?.path !== undefined);
  const types = typed.map(({ operation }) => typeOfEvents(operation.field, { kind, writes: [] }));
  const isEach =
    types.length > 2 &&
    new Set(types).size === types.length &&
    (["ADDED", "MODIFIED", "DELETED"] as const).every((type) => types.includes(type));
  return isEach ? typed : [];
}

function withoutType({
  type: _type,
  ...operation
}: WatchGuess["operation"]): WatchGuess["operation"] {
  return operation;
}

/** The reason for a read through an interface or a union. A probe drops reads that do not find objects. */
export const furtherReason = "it finds objects of several types by id";

type Words = Pick<MutationField, "confidence" | "kind" | "reason">;

function readWords(kind: KindType): Words {
  const words = {
    confidence: "medium",
    reason: "inferred from its type; it takes a name or a namespace",
  } as const;
  return kind.isGeneric ? words : { ...words, kind: kind.name };
}

/** A list without an integer input has no page size. */
function mayCount(input: Input): boolean {
  return flattened([input]).some(({ type }) => getNamedType(type).name === "Int");
}

function othersAt(tree: GuessedArguments["tree"], path: string): readonly string[] {
  const steps = path === "" ? [] : path.split(".");
  let at: GuessedArguments["tree"] = tree;
  for (const step of steps) {
    const inner = at[step];
    if (!isTree(inner)) return [];
    at = inner;
  }
  return Object.entries(at).flatMap(([name, value]) =>
    JSON.stringify(value).includes('"$spec') ? [] : [name],
  );
}

function isTree(value: ArgumentTree | undefined): value is GuessedArguments["tree"] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
