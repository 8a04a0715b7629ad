import type { JsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";

/** Small writes are buffered, and the buffer has room for two members. */
export const singleMembersOverwriteEachOther = defineFault({
  name: "single-members-overwrite-each-other",
  summary: "A third partial write of one member drops the member of the first.",
  breaks: ["write.omitted-members-unchanged"],
  phase: "property",
  change: (rules) => {
    const buffered = new Map<string, readonly string[]>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed") {
          const { uid } = outcome.after.metadata;
          const single = singleMember(outcome.request);
          const earlier = (buffered.get(uid) ?? []).filter((member) => member !== single);
          if (single === undefined) buffered.delete(uid);
          else buffered.set(uid, [...earlier, single].slice(-2));
        }
        return rules.announce(outcome);
      },
      updateStatus: (request, stored, status) => {
        const members = buffered.get(stored.metadata.uid) ?? [];
        const single = singleMember(request);
        const [oldest] = members;
        const isFull = members.length === 2 && single !== undefined && !members.includes(single);
        const isLost = isFull && oldest !== undefined;
        return rules.updateStatus(request, stored, isLost ? without(status, oldest) : status);
      },
    };
  },
});

/** The only member that a partial write sets; undefined where it is no such write. */
function singleMember({ verb, form, content }: WriteRequest): string | undefined {
  const [member, ...others] = Object.entries(content.status ?? {});
  const isSingle = verb === "updateStatus" && form === "partial" && others.length === 0;
  return isSingle && member !== undefined && member[1] !== null ? member[0] : undefined;
}

function without(status: JsonObject, member: string): JsonObject {
  const { [member]: _lost, ...kept } = status;
  return kept;
}
