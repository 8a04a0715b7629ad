/** How an endpoint writes conditions, where it differs from the common form. */
export interface ConditionSpelling {
  /** The field of the status that holds them; `conditions` by default. */
  readonly member?: string;
  /** The endpoint's words for `True`, `False` and `Unknown`, if different. */
  readonly status?: Readonly<Record<"True" | "False" | "Unknown", string>>;
  /** The endpoint's names for fields of a condition. Those that are omitted are called the same. */
  readonly members?: Readonly<Record<string, string>>;
  /** How exact times are written. Unchanged by default. */
  readonly time?: TimePrecision;
}

/** How exact a time is written: to the second, with three digits behind it, or with six. */
export type TimePrecision = (typeof timePrecisions)[number];

/** How exact times may be written, the coarsest first. */
export const timePrecisions = ["seconds", "milliseconds", "microseconds"] as const;
