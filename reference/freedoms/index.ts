import type { Freedom } from "../store/freedom.ts";
import { admissionFreedoms } from "./admission.ts";
import { deletionFreedoms } from "./deletions.ts";
import { offerFreedoms } from "./offers.ts";
import { limitFreedoms } from "./limits.ts";
import { listFreedoms } from "./lists.ts";
import { otherWriterFreedoms } from "./other-writers.ts";
import { paceFreedoms } from "./pace.ts";
import { permissionFreedoms } from "./permissions.ts";
import { refusalFreedoms } from "./refusals.ts";
import { transportFreedoms } from "./transports.ts";
import { valueFreedoms } from "./values.ts";
import { versionFreedoms } from "./versions.ts";
import { watchFreedoms } from "./watches.ts";
import { writeFreedoms } from "./writes.ts";

export const freedoms: readonly Freedom[] = [
  ...versionFreedoms,
  ...valueFreedoms,
  ...writeFreedoms,
  ...admissionFreedoms,
  ...limitFreedoms,
  ...deletionFreedoms,
  ...watchFreedoms,
  ...listFreedoms,
  ...permissionFreedoms,
  ...refusalFreedoms,
  ...transportFreedoms,
  ...paceFreedoms,
  ...offerFreedoms,
  ...otherWriterFreedoms,
];
