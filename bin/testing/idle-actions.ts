import type { Actions } from "../commands/program.ts";

const done = (): Promise<void> => Promise.resolve();

export const idleActions: Actions = {
  run: done,
  init: done,
  tryOperation: done,
  list: done,
  explain: done,
  serve: done,
  selfTest: done,
  checkHistory: done,
  mergeHistories: done,
  controller: done,
  observe: done,
  cleanup: done,
  config: done,
  report: done,

  reproduce: done,

  showReport: done,
  judge: done,
  verify: done,
  diff: done,
  compare: done,
  merge: done,
  completion: done,
  completeWords: done,
};
