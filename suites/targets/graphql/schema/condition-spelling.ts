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
