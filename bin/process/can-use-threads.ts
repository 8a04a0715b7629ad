/** Threads require the compiled worker file. */
export const canUseThreads: boolean = import.meta.url.endsWith(".js");
