import type { Judgement } from "./judgement.ts";

export const fabric8Judgements: readonly Judgement[] = [];
