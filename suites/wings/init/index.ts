export { openQuestions } from "./inference/open-questions.ts";
export type { AskedOption, Candidate, Question } from "./inference/open-questions.ts";
export { possibleKinds, unrecognizedKinds } from "./inference/possible-kinds.ts";
export { annotateDialect } from "./inference/annotate-dialect.ts";
export { gapComments } from "./inference/gap-comments.ts";
export {
  guessesWithin,
  missingOperations,
  openStatements,
  settleDialect,
} from "./inference/gaps.ts";
export type { Gap, Settled } from "./inference/gaps.ts";
export { driftOf } from "./inference/drift.ts";
export type { Drift } from "./inference/drift.ts";
export { unknownFields } from "./inference/given-fields.ts";
export { givenVerbs, mappedParts } from "./inference/user-hints.ts";
export type { GivenOperation, Hints, MappedPart } from "./inference/user-hints.ts";
export { inferDialect, startingDialect } from "./inference/infer-dialect.ts";
export type { Inference, InferenceOptions } from "./inference/infer-dialect.ts";
export { confidences } from "./inference/notebook.ts";
export type { Guess } from "./inference/notebook.ts";
export { probeDialect } from "./inference/probe-dialect.ts";
export { otherCredentials } from "./inference/probe-credentials.ts";
export { unknownKinds } from "./inference/unknown-kinds.ts";
