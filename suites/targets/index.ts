export type {
  Exchange,
  InvalidStatus,
  KindDescription,
  KindSamples,
  Target,
  TargetDescription,
  Watch,
  WatchListener,
  WireReply,
  WireRequest,
} from "./target.ts";
export { TargetUnreachable } from "./target.ts";
