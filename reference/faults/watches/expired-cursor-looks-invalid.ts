import { refuseInvalid } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";

/** A version that is no longer known is like one that never was. */
export const expiredCursorLooksInvalid = defineFault({
  name: "expired-cursor-looks-invalid",
  summary: "A watch from before the retained events is refused as a mistake of the client.",
  breaks: ["watch.expired-cursor-is-refused"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      if (typeof after === "number" || after.code !== "EXPIRED") return after;
      const { message } = after;
      return refuseInvalid([{ reason: "FieldValueInvalid", field: "resourceVersion", message }]);
    },
  }),
});
