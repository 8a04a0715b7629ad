import type { Rules } from "../rules/rules.ts";
import { readRules } from "./read-rules.ts";
import { requestRules } from "./request-rules.ts";
import { statusRules } from "./status-rules.ts";
import { watchRules } from "./watch-rules.ts";
import { wireRules } from "./wire-rules.ts";
import { writeRules } from "./write-rules.ts";

export const correctRules: Rules = {
  ...requestRules,
  ...writeRules,
  ...statusRules,
  ...readRules,
  ...watchRules,
  ...wireRules,
};
