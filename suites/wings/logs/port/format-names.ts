/** The names of the supported log formats, as used in `--from`. */
export const logFormatNames = [
  "kubernetes-audit",
  "gateway",
  "jepsen",
  "debezium",
  "changes",
  "run",
] as const;

export type LogFormatName = (typeof logFormatNames)[number];
