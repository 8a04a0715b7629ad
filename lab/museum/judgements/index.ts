import { controllerRuntimeJudgements } from "./controller-runtime.ts";
import { fabric8Judgements } from "./fabric8.ts";
import { kubeApiserverJudgements } from "./kube-apiserver.ts";
import type { Judgement } from "./judgement.ts";
import { tiltApiserverJudgements } from "./tilt-apiserver.ts";

export const judgements: readonly Judgement[] = [
  ...fabric8Judgements,
  ...controllerRuntimeJudgements,
  ...kubeApiserverJudgements,
  ...tiltApiserverJudgements,
];
