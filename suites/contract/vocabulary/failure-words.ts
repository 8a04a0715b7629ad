/**
 * Whether an error code or message reports a server failure rather than a problem with the request. Excludes
 * `UNEXPECTED_VERSION` and `UNKNOWN_PRESS`, because they may report a conflict and a missing object.
 */
export function namesFailure(text: string): boolean {
  return failureWords.test(text);
}

const failureWords =
  /^HTTP 5|^(?:internal|unexpected|unknown)$|(?:internal|server|unexpected|unhandled|unknown)[\s_-]*(?:error|exception|failure)|panic|crash|something went wrong/iu;
