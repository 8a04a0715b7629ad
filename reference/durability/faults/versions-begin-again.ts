import { defineDiskFault } from "../../store/disk-fault.ts";

export const versionsBeginAgain = defineDiskFault({
  name: "versions-begin-again",
  summary: "After a restart versions are given out that were given out before.",
  breaks: ["concurrency.versions-advance"],
  begin: () => ({ died: ({ log, firstVersion }) => log.rewind(firstVersion) }),
});
