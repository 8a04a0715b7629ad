/** Whether the program runs from compiled files, which worker threads require. */
export const canUseThreads: boolean = import.meta.url.endsWith(".js");
