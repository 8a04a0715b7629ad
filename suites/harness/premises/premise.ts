/** Statements that a run must establish before findings that depend on them count. The set is closed. */
export const premises = {
  "request-fits-schema": "the request matches the schema",
  "control-accepted": "a similar request by a permitted caller is accepted",
  "sample-valid": "the sample is valid for this target",
  "reason-declared": "the dialect declares how the target reports the reason of a rejection",
  "earlier-write-took-effect": "the preceding writes took effect",
  "carrier-stored": "the field that marks the writes of a history is stored",
  "initial-state-read": "the initial state was read",
  "update-form-known": "the suite knows whether an update is partial or replaces the object",
  "status-mode-observed": "the mode of the status mutation was observed, not guessed",
  "semantics-observed":
    "the declarations that the requirement depends on were observed, not guessed",
  "list-complete": "the list was read completely",
  "still-selected": "the objects kept the labels that the watch or the list selects",
  undisturbed: "no other client modified the object",
  "same-value": "the compared values have the same format or are known to be equal",
  "every-change-delivered": "the watch delivers every change",
  "watch-reached-fence": "the watch was open and delivered every event",
} as const satisfies Readonly<Record<string, string>>;

export type Premise = keyof typeof premises;

export const premiseNames: readonly Premise[] = Object.keys(premises).filter(isPremise);

/** An established premise with the exchanges that establish it. */
export interface Established {
  readonly premise: Premise;
  /** Exchange numbers, in order. */
  readonly by: readonly number[];
}

export function isPremise(text: string): text is Premise {
  return Object.hasOwn(premises, text);
}
