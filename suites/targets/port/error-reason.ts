/** Returns the operating system's error code, or the error's message if there is no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/** Returns why a file operation failed: `no such file or directory (ENOENT)`. Other errors keep their message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === error.message) return code;
  // Node.js writes CODE: REASON, OPERATION 'PATH'.
  const [, reason = error.message] =
    /^E[A-Z0-9]+: ([^,]+), \w+(?: '.*)?$/u.exec(error.message) ?? [];
  return `${reason} (${code})`;
}
