import { controllerRuntimeJudgements } from "./controller-runtime-judgements.ts";
import { fabric8Judgements } from "./fabric8-judgements.ts";
import { kubeApiserverJudgements } from "./kube-apiserver-judgements.ts";
import type { Judgement } from "./judgement.ts";
import { tiltApiserverJudgements } from "./tilt-apiserver-judgements.ts";

export const judgements: readonly Judgement[] = [
  ...fabric8Judgements,
  ...controllerRuntimeJudgements,
  ...kubeApiserverJudgements,
  ...tiltApiserverJudgements,
];
