import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

const ignored = new Set<string | undefined>([
  "labels",
  "annotations",
  "metadata",
  "status.metadata",
]);

/** What a controller sends back of the metadata that it has read is taken for harmless. */
export const metadataInStatusWriteIgnored = defineFault({
  name: "metadata-in-status-write-ignored",
  summary: "Metadata that come with a status write are dropped in silence.",
  breaks: ["isolation.metadata-in-status-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(
        rules.schema(sdl),
        /^Update\w+StatusInput$/,
        "labels: StringMap annotations: StringMap metadata: JSON",
      ),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && ignored.has(field),
    ),
  }),
});
