import type { JsonObject } from "#contract";
import { canonicalConditions, invalidInEveryKind } from "./canonical-conditions.ts";
import type { KindSamples } from "../port/target.ts";

const pending: JsonObject = {
  phase: "Pending",
  num: 1,
  observedGeneration: 1,
  allocatedAddress: "198.51.100.10",
  token: "token-a",
  conditions: canonicalConditions.pending,
  endpoints: [{ name: "north", address: "198.51.100.11" }],
};

/** Values of a widget. Addresses are from ranges reserved for documentation. */
export const widgetSamples: KindSamples = {
  specs: [
    { size: 2, color: "red", address: "198.51.100.10" },
    { size: 4, color: "green", address: "198.51.100.20" },
    { size: 6, color: "blue", address: "198.51.100.30" },
  ],
  statuses: [
    pending,
    {
      phase: "Ready",
      num: 20,
      observedGeneration: 2,
      allocatedAddress: "198.51.100.20",
      token: "token-b",
      conditions: canonicalConditions.ready,
      endpoints: [{ name: "south", address: "198.51.100.21" }],
    },
    {
      phase: "Failed",
      num: 300,
      observedGeneration: 3,
      allocatedAddress: "198.51.100.30",
      token: "token-c",
      conditions: canonicalConditions.failed,
      endpoints: [{ name: "west", address: "198.51.100.31" }],
    },
  ],
  counter: "observedGeneration",
  invalidStatuses: [
    {
      status: { ...pending, num: 1_000_001 },
      field: "status.num",
      defect: "a count beyond the maximum",
    },
    {
      status: { ...pending, num: "many" },
      field: "status.num",
      defect: "a string instead of an integer",
    },
    {
      status: { ...pending, phase: "Melted" },
      field: "status.phase",
      defect: "a value that the enumeration does not have",
    },
    {
      status: { ...pending, endpoints: [{ name: "north" }, { name: "north" }] },
      field: "status.endpoints[1].name",
      defect: "a name that stands twice in a list that has each once",
    },
    ...invalidInEveryKind(pending),
  ],
};
