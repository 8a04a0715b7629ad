/** Environment that a driver may use for credentials and hooks. */
export interface DriverEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths and commands: the folder of the dialect file. */
  readonly folder: string;
  /** The wall clock, in milliseconds since 1970, for expiry. */
  readonly nowMs: () => number;
}
