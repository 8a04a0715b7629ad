/**
 * The statuses of a server or gateway that stopped waiting: 408, 504, and Cloudflare's 524. The request may still be
 * executed.
 */
export const timeoutStatuses: ReadonlySet<number | undefined> = new Set([408, 504, 524]);
