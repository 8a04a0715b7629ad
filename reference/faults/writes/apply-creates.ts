import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Applying means: make it so. */
export const applyCreates = defineFault({
  name: "apply-creates",
  summary: "An apply to the status of a missing object creates the object.",
  breaks: [
    "write.apply-never-creates",
    "errors.existence-before-version",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      request.form === "apply" ? undefined : rules.existence(request, stored),
    createObject: (request, stamp) => {
      const object = rules.createObject(request, stamp);
      const { status } = request.content;
      return request.form === "apply" && isJsonObject(status) ? { ...object, status } : object;
    },
  }),
});
