import { defineFault } from "../../store/fault.ts";

/** The permission to delete was forgotten, and that to read is asked for in its place. */
export const readersMayDelete = defineFault({
  name: "readers-may-delete",
  summary: "Who may read an object may delete it.",
  breaks: ["authorization.reader-cannot-write", "authorization.controller-cannot-write-spec"],
  change: (rules) => ({
    authorize: (access) =>
      rules.authorize(access.verb === "delete" ? { ...access, verb: "get" } : access),
  }),
});
