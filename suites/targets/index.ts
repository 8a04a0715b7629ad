export type { ForeignPlace, OwnedPart } from "./foreign-place.ts";
export type {
  BodyWords,
  Exchange,
  FeaturesByHand,
  InvalidStatus,
  KindDescription,
  KindSamples,
  Prerequisite,
  RateLimit,
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
export { scopedSignal } from "./scoped-signal.ts";
export type { ScopedSignal, SignalScope } from "./scoped-signal.ts";
export { Secrets } from "./secrets.ts";
export type { KindShapes, ListShape, MemberShape, TextShape, ValueShape } from "./value-shape.ts";
export { guess, nearest } from "./nearest.ts";
