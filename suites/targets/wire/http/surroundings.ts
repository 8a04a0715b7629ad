/** What a driver may use of the world around it: for credentials and hooks, and for nothing else. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start and commands are run: the folder of the dialect file. */
  readonly folder: string;
  /** The wall clock, in milliseconds since 1970, for what expires. */
  readonly nowMs: () => number;
}
