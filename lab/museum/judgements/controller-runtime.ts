import type { Judgement } from "./judgement.ts";

export const controllerRuntimeJudgements: readonly Judgement[] = [];
