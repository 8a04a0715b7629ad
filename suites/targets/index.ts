export type {
  Exchange,
  FeaturesByHand,
  InvalidStatus,
  KindDescription,
  KindSamples,
  Prerequisite,
  StatusMode,
  Target,
  TargetDescription,
  TrialDefinitions,
  TrialKind,
  Watch,
  WatchListener,
  WireReply,
  WireRequest,
} from "./target.ts";
export { TargetUnreachable } from "./target.ts";
