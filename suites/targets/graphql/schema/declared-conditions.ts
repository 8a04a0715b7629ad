export interface DeclaredConditions {
  /** The path from the value to the list of conditions. Undefined if the value does not contain the list. */
  readonly path: readonly string[] | undefined;
  /** The endpoint's names for fields of a condition. Omitted fields have their standard names. */
  readonly members?: Readonly<Record<string, string>>;
}

export interface ConditionsHint {
  readonly name?: string;
  /** Absent if the dialect declares nothing about conditions. A field named `conditions` is then the list. */
  readonly conditions?: DeclaredConditions;
}

/** Whether a value is the list of conditions: at the declared path, otherwise in a field named `conditions`. */
export function areConditions({ name, conditions }: ConditionsHint): boolean {
  return conditions === undefined ? name === "conditions" : conditions.path?.length === 0;
}

/**
 * Returns the declared path relative to a field of a value. Without a name, the path is relative to the items of the
 * value.
 */
export function insideConditions(
  { conditions }: Pick<ConditionsHint, "conditions">,
  name: string | undefined,
): Pick<ConditionsHint, "conditions"> {
  if (conditions === undefined) return {};
  const [step, ...path] = conditions.path ?? [];
  const isInside = step !== undefined && step === name;
  return { conditions: { ...conditions, path: isInside ? path : undefined } };
}

/** The endpoint's format of conditions, if they are not standard conditions. */
export interface ConditionSpelling {
  /** Dotted path of the conditions in a status; `conditions` by default. */
  readonly member?: string;
  /** The endpoint's values for `True`, `False` and `Unknown`, if different. */
  readonly status?: Readonly<Record<"True" | "False" | "Unknown", string>>;
  /** The endpoint's names for fields of a condition. Omitted fields have their standard names. */
  readonly members?: Readonly<Record<string, string>>;
  /**
   * Precision of timestamps; unchanged by default. With `server`, the server sets the timestamps, and conditions are
   * written and read without them.
   */
  readonly time?: TimePrecision | "server";
}

export type TimePrecision = (typeof timePrecisions)[number];

/** Time precisions, from the coarsest to the finest. */
export const timePrecisions = ["seconds", "milliseconds", "microseconds"] as const;
