import type { ManagedFields, Resource } from "#contract";
import { defineCheck, given, isSent, readOf, sampleStatus, statusWrite, vacuous } from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly manager: string;
  readonly write: Step;
  readonly read: Step;
}

export const managerIsRecorded = defineCheck<Observations>({
  id: "write/manager-is-recorded",
  title: "A status write is recorded under the field manager that it specifies",
  covers: ["write.manager-is-recorded"],
  scope: "status-write",
  features: ["field-manager"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const manager = `conformance-${context.random.letters(8)}`;
    const write = await context.call(
      statusWrite(context, key, {
        resourceVersion,
        status: sampleStatus(context, 0),
        options: { fieldManager: manager },
      }),
    );
    return { manager, write, read: await context.call(readOf(key)) };
  },

  judge({ manager, write, read }) {
    const requirement = "write.manager-is-recorded";
    if (!isSent(write))
      return vacuous([requirement], "the status mutation accepts no field manager");
    return [
      given(requirement, { write, read }, (of) => ({
        holds: recordOf(of.read).some((entry) => isReportOf(entry, manager)),
        expected: `managedFields lists status fields owned by "${manager}"`,
        actual: describeRecord(of.read),
      })),
    ];
  },
});

function isReportOf(entry: ManagedFields, manager: string): boolean {
  const { subresource, fields } = entry;
  return entry.manager === manager && subresource === "status" && Object.keys(fields).length > 0;
}

function recordOf({ metadata }: Resource): readonly ManagedFields[] {
  return metadata.managedFields ?? [];
}

function describeRecord(object: Resource): string {
  const entries = recordOf(object).map(
    ({ manager, operation, subresource = "the object" }) =>
      `"${manager}" (${operation}, ${subresource})`,
  );
  return entries.length === 0
    ? "managedFields is absent"
    : `managedFields names ${entries.join(", ")}`;
}
