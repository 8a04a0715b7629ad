import type { AnyCheck } from "#harness";
import { anonymousRefused } from "./anonymous-refused.ts";
import { authorCannotWriteStatus } from "./author-cannot-write-status.ts";
import { beforeVersionAndValidation } from "./before-version-and-validation.ts";
import { controllerCannotWriteSpec } from "./controller-cannot-write-spec.ts";
import { eachSideSuffices } from "./each-side-suffices.ts";
import { existenceNotDisclosed } from "./existence-not-disclosed.ts";
import { expiredCredentialRefused } from "./expired-credential-refused.ts";
import { invalidCredentialRefused } from "./invalid-credential-refused.ts";
import { listsNeedACredential } from "./lists-need-a-credential.ts";
import { listsNeedPermission } from "./lists-need-permission.ts";
import { nameLimitsHold } from "./name-limits-hold.ts";
import { namespaceLimitsHold } from "./namespace-limits-hold.ts";
import { namespaceLimitsHoldForReads } from "./namespace-limits-hold-for-reads.ts";
import { namespaceLimitsHoldForWatches } from "./namespace-limits-hold-for-watches.ts";
import { readerCannotWrite } from "./reader-cannot-write.ts";
import { sameRuleOnEveryTransport } from "./same-rule-on-every-transport.ts";
import { statusPermissionGivesNoRead } from "./status-permission-gives-no-read.ts";
import { statusPermissionGivesNoWatch } from "./status-permission-gives-no-watch.ts";
import { statusReplyAsDeclared } from "./status-reply-as-declared.ts";
import { strangerCannotRead } from "./stranger-cannot-read.ts";
import { watchIsAuthorized } from "./watch-is-authorized.ts";
import { laterPagesAreLimited } from "./later-pages-are-limited.ts";

export const authorizationChecks: readonly AnyCheck[] = [
  authorCannotWriteStatus,
  controllerCannotWriteSpec,
  eachSideSuffices,
  readerCannotWrite,
  strangerCannotRead,
  anonymousRefused,
  invalidCredentialRefused,
  expiredCredentialRefused,
  listsNeedACredential,
  listsNeedPermission,
  existenceNotDisclosed,
  beforeVersionAndValidation,
  sameRuleOnEveryTransport,
  watchIsAuthorized,
  namespaceLimitsHold,
  nameLimitsHold,
  namespaceLimitsHoldForReads,
  namespaceLimitsHoldForWatches,
  statusPermissionGivesNoRead,
  statusPermissionGivesNoWatch,
  statusReplyAsDeclared,
  laterPagesAreLimited,
];
