/**
 * Where conformant targets may differ, each must say what it does. Declared in the dialect, verified
 * by probes, reported as declared against observed.
 */
export interface Semantics {
  /** What a write does with members that belong to the other side of the wall. */
  readonly crossWrite: "rejected" | "ignored";
  /** Whether a write must name the version that it replaces. */
  readonly precondition: "required" | "optional";
  /** What a status write does with the members that it omits. */
  readonly omittedMembers: "unchanged" | "removed";
  /** What a status write does with a member that is null. */
  readonly nullMembers: "cleared" | "unchanged";
  /** Whether a write that changes nothing takes a new version; the event follows the version. */
  readonly noOp: "keepsVersion" | "takesVersion";
  /** What the event of a deletion carries. */
  readonly deletedEvent: "lastState" | "keyOnly";
  /** Which of the two is answered to a write that is both stale and invalid. */
  readonly staleAndInvalid: "conflict" | "invalid";
  /**
   * What the reply to a status write shows to a caller who may not read: the whole object, or nothing of
   * its spec. Absent: not declared.
   */
  readonly statusReply?: "complete" | "withoutSpec";
  /**
   * What a status write does with a list: replaces the stored one, or merges into it; `absent` where a status
   * has none. Absent: `replaced`.
   */
  readonly lists?: "replaced" | "merged" | "absent";
  /**
   * What a status write does with the members that it omits of an object inside of the status: keeps them, or
   * replaces that object as a whole. Absent: not declared, and either is fine.
   */
  readonly nestedMembers?: "merged" | "replaced";
  /** Among what a version is unique: all objects of the target, or those of one object. Absent: `target`. */
  readonly versionScope?: "target" | "object";
  /**
   * Whether versions are decimal numbers of one sequence that grows with every change of any object. Nobody
   * has to say so; a history in which versions have an order is decided more sharply. Absent: `opaque`.
   */
  readonly versionOrder?: "comparable" | "opaque";
  /** From what a watch resumes: versions, or tokens of its own events. Absent: `version`. */
  readonly cursor?: "version" | "ofEvent";
  /** What a watch by labels shows of an object that ceases to match. Absent: `deleted`. */
  readonly selectorExit?: "deleted" | "modified" | "silent";
  /**
   * As what a request without a credential is refused: as one that nobody stands behind, or as one of
   * somebody without permissions. Absent: `unauthenticated`.
   */
  readonly anonymous?: "unauthenticated" | "forbidden";
  /**
   * What a first status write that mentions only some members makes of the default of the status: takes
   * its place as a whole, or changes it like any stored status. In the second case the default is shown
   * and not stored, until the first write of the object stores it. Absent: `replaced`.
   */
  readonly statusDefault?: "replaced" | "changed";
  /** What becomes of an apply that leaves no member in the status. Absent: `stored`. */
  readonly emptyApply?: "stored" | "refused";
  /** Which of the two is answered to a patch that is stale and cannot be carried out. Absent: as for what is invalid. */
  readonly staleAndFailing?: "conflict" | "invalid";
  /** What becomes of members of a status that the kind does not define. Absent: `dropped`, or refused. */
  readonly unknownMembers?: "dropped" | "stored";
  /** What another annotation makes of the generation: nothing, or one more. Absent: `kept`. */
  readonly annotatedGeneration?: "kept" | "moved";
  /** What becomes of labels and annotations in a status write of a kind that admits both. Absent: `ignored`. */
  readonly statusMetadata?: "ignored" | "written";
  /** What an empty version in a write is: a mistake, or no version at all. Absent: `refused`. */
  readonly emptyVersion?: "refused" | "ignored";
  /** Whether a number of 0 in a status is shown, or left out like one that was never set. Absent: `shown`. */
  readonly zeroMembers?: "shown" | "leftOut";
}

/** The semantics of the contract itself. What a target leaves undeclared, it is held to. */
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
  selectorExit: "deleted",
  anonymous: "unauthenticated",
  statusDefault: "replaced",
  emptyApply: "stored",
  unknownMembers: "dropped",
  annotatedGeneration: "kept",
  statusMetadata: "ignored",
  emptyVersion: "refused",
  zeroMembers: "shown",
} as const satisfies Semantics;

/** In what targets may differ, as texts say it: `null members are …`. */
const subjects = {
  crossWrite: "members of the other side are",
  precondition: "the version in a write is",
  omittedMembers: "members that a status write omits are",
  nullMembers: "members that a status write sends as null are",
  noOp: "a write that changes nothing",
  deletedEvent: "the event of a deletion carries",
  staleAndInvalid: "a write that is stale and invalid is answered with",
  statusReply: "the reply to a status write is",
  lists: "a list in a status write is",
  nestedMembers: "an object inside of a status is, by a write of some of its members,",
  versionScope: "versions are unique within one",
  versionOrder: "versions are",
  cursor: "a watch resumes from a",
  selectorExit: "an object that ceases to match a watch is",
  anonymous: "a request without a credential is refused as",
  statusDefault: "the default of a status is, by a first write of some members,",
  emptyApply: "an apply that leaves no member in the status is",
  staleAndFailing: "a patch that is stale and cannot be carried out is answered with",
  unknownMembers: "members of a status that the kind does not define are",
  annotatedGeneration: "the generation of an object whose annotations change is",
  statusMetadata: "labels and annotations in a status write are",
  emptyVersion: "an empty version in a write is",
  zeroMembers: "a number of 0 in a status is",
} as const satisfies Record<keyof Semantics, string>;

/** The name of one question that targets may answer differently. */
export type SemanticsName = keyof typeof subjects;

/** Tells whether a text names one of the questions. */
export function isSemanticsName(text: string): text is SemanticsName {
  return Object.hasOwn(subjects, text);
}

/**
 * Where a target declares something else than what a rule presumes, in words. `undefined` where nothing
 * keeps the rule from being asked: what is not declared counts as the contract has it.
 */
export function contradictionOf(
  presumed: Partial<Semantics>,
  declared: Partial<Semantics>,
): string | undefined {
  const contract: Partial<Semantics> = contractSemantics;
  for (const name of Object.keys(presumed).filter(isSemanticsName)) {
    const found = declared[name] ?? contract[name];
    if (found === presumed[name]) continue;
    return `the target declares that ${subjects[name]} ${found ?? "not said"} (${name}), and the rule is about ${String(presumed[name])}`;
  }
  return undefined;
}

/** What is declared for the operations of one kind. */
export interface DeclaredSemantics {
  /** For the kind as a whole. */
  readonly semantics: Semantics;
  /** By the ids of status mutations. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>> | undefined;
  /** The ids of all status mutations. */
  readonly statusWrites: readonly string[];
}

/**
 * What is declared for the operation that carries a command. A patch has no declaration of its own: what all
 * status mutations of its kind do with a write that changes nothing, it does as well.
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
