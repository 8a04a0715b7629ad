import { defineFault } from "../../store/fault.ts";

/** The generic mutation asks for permission on the object, its typed twins for that on the status. */
export const authorMayWriteStatusGenerically = defineFault({
  name: "author-may-write-status-generically",
  summary: "The generic status mutation accepts everybody who may update the object.",
  breaks: ["authorization.author-cannot-write-status", "allocation.author-cannot-forge"],
  change: (rules) => ({
    authorize: (access) => {
      const denial = rules.authorize(access);
      return access.way === "generic" && access.subresource === "status"
        ? denial && rules.authorize({ ...access, subresource: "" })
        : denial;
    },
  }),
});
