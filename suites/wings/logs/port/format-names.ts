/** The supported log formats, under their names in `--from`. */
export const logFormatNames = [
  "kubernetes-audit",
  "gateway",
  "jepsen",
  "debezium",
  "changes",
  "run",
] as const;

export type LogFormatName = (typeof logFormatNames)[number];
