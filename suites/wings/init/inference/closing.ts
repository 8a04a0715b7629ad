import type { WatchEnd } from "#contract";

export interface Closing {
  readonly code: number;
  readonly isEarly: boolean;
  /** Absent if the server gave no reason. */
  readonly reason?: string;
}

export function closingOf(end: WatchEnd | undefined): Closing | undefined {
  const found = end?.end === "lost" ? closing.exec(end.detail)?.groups : undefined;
  if (found === undefined) return undefined;
  const { code, early, reason } = found;
  return {
    code: Number(code),
    isEarly: early !== undefined,
    ...(reason === undefined ? {} : { reason }),
  };
}

const closing =
  /^the connection was closed with code (?<code>\d{4})(?<early> before the acknowledgment)?(?:: (?<reason>.+))?$/su;

/**
 * Whether the code shows that the server rejected this caller: an application code, or a code of {@link refusing}
 * before the acknowledgement.
 */
export function isDeliberate({ code, isEarly }: Closing): boolean {
  return code >= 4_000 || (isEarly && refusing.has(code));
}

/**
 * Codes with which frameworks reject a caller instead of acknowledging the connection: normal closure, no code, policy
 * violation, and the registered codes for a missing credential and a missing permission. Other codes also occur for
 * other reasons: 1006 if there is no WebSocket, 1011 to 1014 if the server has failed or is restarting.
 */
const refusing: ReadonlySet<number> = new Set([1000, 1005, 1008, 3000, 3003]);
