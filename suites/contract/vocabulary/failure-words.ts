/**
 * Whether a code or a message states that the server failed, so that it says nothing about the request. Excludes
 * `UNEXPECTED_VERSION` and `UNKNOWN_PRESS`, which may mean a conflict and a missing object.
 */
export function namesFailure(text: string): boolean {
  return failureWords.test(text);
}

const failureWords =
  /^HTTP 5|^(?:internal|unexpected|unknown)$|(?:internal|server|unexpected|unhandled|unknown)[\s_-]*(?:error|exception|failure)|panic|crash|something went wrong/iu;
