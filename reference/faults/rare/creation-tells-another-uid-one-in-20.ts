import { uid } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A creation that is tried again proposes a second uid, and the reply still tells the first one. */
export const creationTellsAnotherUidOneIn20 = defineFault({
  name: "creation-tells-another-uid-one-in-20",
  summary: "One creation in 20 answers with a uid that its object never has.",
  phase: "history",
  breaks: [
    "deletion.successor-starts-afresh",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.version-changes-with-content",
  ],
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      reply: (request, stored) => {
        const told = rules.reply(request, stored);
        if (request.verb !== "create" || !isRare()) return told;
        const proposed = uid(`proposed-${told.metadata.uid}`);
        return { ...told, metadata: { ...told.metadata, uid: proposed } };
      },
    };
  },
});
