/**
 * Behavior in which conformant targets can differ. The dialect declares it, checks verify it, and reports show both the
 * declared and the observed behavior.
 */
export interface Semantics {
  /** The effect of status fields in a spec write, and of spec fields in a status write. */
  readonly crossWrite: "rejected" | "ignored";
  /** Whether a write must name the version that it replaces. */
  readonly precondition: "required" | "optional";
  /** The effect of a status write on omitted fields. */
  readonly omittedMembers: "unchanged" | "removed";
  /** The effect of a null field in a status write. */
  readonly nullMembers: "cleared" | "unchanged";
  /** Whether a write without a change gets a new version. A new version also causes an event. */
  readonly noOp: "keepsVersion" | "takesVersion";
  /** The content of a delete event. */
  readonly deletedEvent: "lastState" | "keyOnly";
  /** The error of a write that is both stale and invalid. */
  readonly staleAndInvalid: "conflict" | "invalid";
  /**
   * What the response to a status write contains for a caller without read permission: the whole object, or the object
   * without its spec. Unspecified by default.
   */
  readonly statusReply?: "complete" | "withoutSpec";
  /**
   * The effect of a status write on a list: it replaces the stored list, or is merged into it. `absent` for a status
   * without lists. Defaults to `replaced`.
   */
  readonly lists?: "replaced" | "merged" | "absent";
  /**
   * The effect of a status write on omitted fields of a nested object: it keeps them, or replaces the object. Without a
   * declaration, both conform.
   */
  readonly nestedMembers?: "merged" | "replaced";
  /** The scope in which a version is unique: all objects of the target, or one object. Defaults to `target`. */
  readonly versionScope?: "target" | "object";
  /**
   * Whether versions are decimal numbers of one sequence, which grows with every change to any object. A target with
   * such versions need not declare them: the declaration only makes the check of a history stricter. Defaults to
   * `opaque`.
   */
  readonly versionOrder?: "comparable" | "opaque";
  /** The positions from which a watch resumes: versions, or tokens of its own events. Defaults to `version`. */
  readonly cursor?: "version" | "ofEvent";
  /**
   * What a watch delivers: every change, or only the current state, as a live query does. Such a watch may combine
   * several changes, but must deliver the last state. Defaults to `changes`.
   */
  readonly delivery?: "changes" | "states";
  /** The event that a watch with a label selector delivers for an object that stops matching. Defaults to `deleted`. */
  readonly selectorExit?: "deleted" | "modified" | "silent";
  /**
   * The error of a request without a credential: the caller is not authenticated, or is a caller without permissions.
   * Defaults to `unauthenticated`.
   */
  readonly anonymous?: "unauthenticated" | "forbidden";
  /**
   * The effect of the first status write on the default status, if the write is partial. It replaces the whole default
   * status, or changes it like a stored status. In the second case, responses show the default before it is stored,
   * which happens with the first write to the object. Defaults to `replaced`.
   */
  readonly statusDefault?: "replaced" | "changed";
  /** The effect of an apply that would leave no fields in the status. Defaults to `stored`. */
  readonly emptyApply?: "stored" | "refused";
  /** The error of a patch that is stale and cannot be applied. Defaults to `staleAndInvalid`. */
  readonly staleAndFailing?: "conflict" | "invalid";
  /**
   * The effect of status fields that the kind does not define. Defaults to `dropped`; the target may also reject them.
   */
  readonly unknownMembers?: "dropped" | "stored";
  /** Whether a change to annotations increments the generation. Defaults to `kept`. */
  readonly annotatedGeneration?: "kept" | "moved";
  /** The effect of labels and annotations in a status write that accepts them. Defaults to `ignored`. */
  readonly statusMetadata?: "ignored" | "written";
  /**
   * Whether an empty version in a write is rejected as invalid, or ignored like a missing version. Defaults to
   * `refused`.
   */
  readonly emptyVersion?: "refused" | "ignored";
  /**
   * The result of creating an object with the name of an existing one: a refusal or, if only ids are unique, a second
   * object. Defaults to `refused`.
   */
  readonly takenName?: "refused" | "accepted";
  /**
   * Whether a new object can have the name of a deleted one, or the name stays taken, as with a tombstone. Defaults to
   * `free`.
   */
  readonly deletedName?: "free" | "taken";
  /** Whether a status field with the number 0 is shown, or omitted like an unset field. Defaults to `shown`. */
  readonly zeroMembers?: "shown" | "leftOut";
}

/** The contract's semantics. They apply unless a target declares different ones. */
export const contractSemantics = {
  crossWrite: "rejected",
  precondition: "required",
  omittedMembers: "unchanged",
  nullMembers: "cleared",
  noOp: "keepsVersion",
  deletedEvent: "lastState",
  staleAndInvalid: "conflict",
  lists: "replaced",
  versionScope: "target",
  versionOrder: "opaque",
  cursor: "version",
  delivery: "changes",
  selectorExit: "deleted",
  anonymous: "unauthenticated",
  statusDefault: "replaced",
  emptyApply: "stored",
  unknownMembers: "dropped",
  annotatedGeneration: "kept",
  statusMetadata: "ignored",
  emptyVersion: "refused",
  takenName: "refused",
  deletedName: "free",
  zeroMembers: "shown",
} as const satisfies Semantics;

const subjects = {
  crossWrite: "spec fields in a status write, and status fields in a spec write, are",
  precondition: "the version in a write is",
  omittedMembers: "fields that a status write omits are",
  nullMembers: "fields that a status write sends as null are",
  noOp: "a write that changes nothing",
  deletedEvent: "a deletion event contains",
  staleAndInvalid: "a write that is both stale and invalid is rejected as",
  statusReply: "the response to a status write is",
  lists: "a list in a status write is",
  nestedMembers: "an object in a status, if a write contains only some of its fields, is",
  versionScope: "versions are unique within one",
  versionOrder: "versions are",
  cursor: "the position from which a watch resumes is",
  delivery: "a watch delivers",
  selectorExit: "an object that stops matching a watch is",
  anonymous: "a request without a credential is rejected as",
  statusDefault: "the default status, if the first write contains only some of its fields, is",
  emptyApply: "an apply that leaves no field in the status is",
  staleAndFailing: "a patch that is stale and cannot be applied is rejected as",
  unknownMembers: "status fields that the kind does not define are",
  annotatedGeneration: "the generation, if the annotations of an object change, is",
  statusMetadata: "labels and annotations in a status write are",
  emptyVersion: "an empty version in a write is",
  takenName: "a create request with the name of an existing object is",
  deletedName: "the name of a deleted object is",
  zeroMembers: "status fields with the number 0 are",
} as const satisfies Record<keyof Semantics, string>;

export type SemanticsName = keyof typeof subjects;

export function isSemanticsName(text: string): text is SemanticsName {
  return Object.hasOwn(subjects, text);
}

/**
 * Returns a sentence that describes how the target's declarations contradict an assumption of a rule, or undefined if
 * they do not. The contract's semantics apply to everything that the target does not declare.
 */
export function contradictionOf(
  presumed: Partial<Semantics>,
  declared: Partial<Semantics>,
): string | undefined {
  const contract: Partial<Semantics> = contractSemantics;
  for (const name of Object.keys(presumed).filter(isSemanticsName)) {
    const found = declared[name] ?? contract[name];
    if (found === presumed[name]) continue;
    return `the target declares that ${subjects[name]} ${found ?? "not declared"} (${name}); the rule assumes ${String(presumed[name])}`;
  }
  return undefined;
}

export interface DeclaredSemantics {
  readonly semantics: Semantics;
  /** Semantics of status mutations, keyed by operation id, if they differ from those of the kind. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>> | undefined;
  readonly statusWrites: readonly string[];
}

/**
 * Returns the declared semantics of the operation that sends a command. Patches have no separate declaration. A no-op
 * patch behaves like a no-op through the kind's status mutations, if all of these behave alike.
 */
export function semanticsOfCommand(
  { semantics, statusSemantics = {}, statusWrites }: DeclaredSemantics,
  { verb, via }: { readonly verb: string; readonly via?: string },
): Semantics {
  if (verb === "updateStatus") return { ...semantics, ...statusSemantics[via ?? ""] };
  if (verb !== "patchStatus") return semantics;
  const [first, ...others] = statusWrites.map((id) => statusSemantics[id]?.noOp);
  const isCommon = first !== undefined && others.every((other) => other === first);
  return isCommon ? { ...semantics, noOp: first } : semantics;
}
