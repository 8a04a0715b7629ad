import { defineDiskFault } from "../store/disk-fault.ts";

export const versionsBeginAgain = defineDiskFault({
  name: "versions-begin-again",
  summary: "After a restart, the server issues versions that it has issued before.",
  breaks: ["concurrency.versions-advance"],
  begin: () => ({ died: ({ log, firstVersion }) => log.rewind(firstVersion) }),
});
