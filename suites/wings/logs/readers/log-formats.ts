import type { LogFormat, LogFormatName } from "../port/log-format.ts";
import { changes } from "./change-log.ts";
import { debezium } from "./debezium.ts";
import { gateway } from "./gateway.ts";
import { jepsen } from "./jepsen.ts";
import { kubernetesAudit } from "./kubernetes-audit.ts";
import { runRecord } from "./run-record.ts";

export const logFormats: Readonly<Record<LogFormatName, LogFormat>> = {
  "kubernetes-audit": kubernetesAudit,
  gateway,
  jepsen,
  debezium,
  changes,
  run: runRecord,
};
