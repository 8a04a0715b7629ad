import { differenceOf, fieldsOf } from "../../apply/fields.ts";
import { isOwnedBy } from "../../apply/manage-fields.ts";
import { rootPlaceOf } from "../../apply/place.ts";
import { ownerOf } from "../../correct/status-rules.ts";
import { withoutNulls } from "../../values/merge-objects.ts";
import { defineFault } from "../../store/fault.ts";

/** A field has one owner: whoever wrote it last. */
export const lastApplierOwnsAlone = defineFault({
  name: "last-applier-owns-alone",
  summary: "A manager that applies the same value as another one becomes the only owner of it.",
  breaks: ["apply.equal-values-are-shared"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (request.form !== "apply") return entries;
      const status = withoutNulls(request.content.status ?? {});
      const applied = fieldsOf({ status }, rootPlaceOf(request.kind));
      return entries.flatMap((entry) => {
        if (isOwnedBy(entry, ownerOf(request))) return [entry];
        const fields = differenceOf(entry.fields, applied);
        return fields === undefined ? [] : [{ ...entry, fields }];
      });
    },
  }),
});
