export {
  conditionsIn,
  conditionsPathOf,
  valueIn,
  withConditions,
  withValueAt,
} from "./port/conditions-place.ts";
export { forwardedMethods } from "./port/forwarded-methods.ts";
export type { ConditionsPlace } from "./port/conditions-place.ts";
export {
  inUsualPlaces,
  observedIn,
  observedPathOf,
  withObserved,
  withoutValueAt,
} from "./port/status-places.ts";
export type { StatusPlaces } from "./port/status-places.ts";
export { socketPlaces, usualCredentials } from "./port/credential-places.ts";
export type { CredentialPlaces, RoleSender } from "./port/credential-places.ts";
export { withUsualPlaces } from "./port/usual-places-target.ts";
export { protocolNames, protocols } from "./port/protocols.ts";
export type { Protocol } from "./port/protocols.ts";
export type { ForeignPlace, OwnedPart } from "./port/foreign-place.ts";
export { anyEntry, hookVia } from "./port/target.ts";
export { nameInForm, positiveIntegers } from "./port/name-form.ts";
export type { NameForm, NumberForm } from "./port/name-form.ts";
export type {
  BodyWords,
  CollectionRemoval,
  Exchange,
  FeaturesByHand,
  InvalidStatus,
  KeyedList,
  ConditionWords,
  KindDescription,
  KindSamples,
  Prerequisite,
  RemovedTogether,
  StatusMode,
  Target,
  TargetDescription,
  TrialKind,
  Watch,
  WatchListener,
  WireReply,
  WireRequest,
} from "./port/target.ts";
export { foreignPatternFits, foreignPatternGroup } from "./port/foreign-pattern.ts";
export { textsFollowing } from "./port/pattern-text.ts";
export { TargetUnreachable } from "./port/target.ts";
export { codeOf, reasonOf } from "./port/error-reason.ts";
export {
  connectorTo,
  endpointOf,
  proxiesIn,
  proxyExceptionsIn,
} from "./wire/http/forward-proxy.ts";
export { urlWithoutSecrets } from "./wire/http/address.ts";
export { decodedBody, isUncoded } from "./wire/http/content-coding.ts";
export { tlsConnectOptions } from "./wire/http/tls.ts";
export { scopedSignal } from "./port/scoped-signal.ts";
export { secretHeader, Secrets } from "./port/secrets.ts";
export type { ListShape, MemberShape, TextShape, ValueShape } from "./port/value-shape.ts";
export { isMisspelling, nearest } from "./port/nearest.ts";
