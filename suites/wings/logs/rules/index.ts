import type { WriterRuleFactory } from "./writer-rule.ts";
import { fights } from "./fight.ts";
import { hotLoops } from "./hot-loop.ts";
import { lostUpdates } from "./lost-update.ts";
import { misplacedStatus } from "./misplaced-status.ts";
import { overwrittenSpecs } from "./overwritten-spec.ts";
import { staleRetries } from "./stale-retry.ts";

export const writerRuleFactories: readonly WriterRuleFactory[] = [
  lostUpdates,
  staleRetries,
  misplacedStatus,
  overwrittenSpecs,
  fights,
  hotLoops,
];
