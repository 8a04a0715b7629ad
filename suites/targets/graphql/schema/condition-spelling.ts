/** The endpoint's format of conditions, if it differs from the common form. */
export interface ConditionSpelling {
  /** The status field of conditions; `conditions` by default. */
  readonly member?: string;
  /** The endpoint's values for `True`, `False` and `Unknown`, if different. */
  readonly status?: Readonly<Record<"True" | "False" | "Unknown", string>>;
  /** The endpoint's names for fields of a condition. Omitted fields have their common names. */
  readonly members?: Readonly<Record<string, string>>;
  /**
   * Precision of timestamps, unchanged by default. If the `server` sets them, conditions are written and read without
   * them.
   */
  readonly time?: TimePrecision | "server";
}

export type TimePrecision = (typeof timePrecisions)[number];

/** Time precisions, from the coarsest to the finest. */
export const timePrecisions = ["seconds", "milliseconds", "microseconds"] as const;
