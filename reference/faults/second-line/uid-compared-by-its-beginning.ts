import { defineFault } from "../../store/fault.ts";

/** The column for uids was made for short ones. */
export const uidComparedByItsBeginning = defineFault({
  name: "uid-compared-by-its-beginning",
  summary: "A status write is carried out if the first eight characters of its uid are right.",
  line: "second",
  breaks: ["concurrency.uid-precondition"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const known: string = stored?.metadata.uid ?? "";
      const isAlike = request.uid !== undefined && request.uid.slice(0, 8) === known.slice(0, 8);
      const meant =
        isAlike && request.verb === "updateStatus" ? { ...request, uid: known } : request;
      return rules.precondition(meant, stored);
    },
  }),
});
