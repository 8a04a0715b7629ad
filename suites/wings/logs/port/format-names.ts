/** The formats of logs that are read, as `--from` names them. */
export const logFormatNames = [
  "kubernetes-audit",
  "gateway",
  "jepsen",
  "debezium",
  "changes",
  "run",
] as const;

export type LogFormatName = (typeof logFormatNames)[number];
