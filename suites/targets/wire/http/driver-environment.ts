/** Environment that a driver may use for credentials and hooks. */
export interface DriverEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory for relative paths and commands: the directory of the dialect file. */
  readonly folder: string;
  /** The wall clock, in milliseconds since 1970, for expiry. */
  readonly nowMs: () => number;
}
