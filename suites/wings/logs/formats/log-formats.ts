import type { LogFormatName } from "../port/format-names.ts";
import type { LogFormat } from "../port/log-format.ts";
import { changes } from "../readers/changes.ts";
import { debezium } from "../readers/debezium.ts";
import { gateway } from "../readers/gateway.ts";
import { jepsen } from "../readers/jepsen.ts";
import { kubernetesAudit } from "../readers/kubernetes-audit.ts";
import { runRecord } from "../readers/run-record.ts";

export const logFormats: Readonly<Record<LogFormatName, LogFormat>> = {
  "kubernetes-audit": kubernetesAudit,
  gateway,
  jepsen,
  debezium,
  changes,
  run: runRecord,
};
