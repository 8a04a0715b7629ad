/** Threads need the compiled file of the worker; the sources alone run in this thread. */
export const canUseThreads: boolean = import.meta.url.endsWith(".js");
