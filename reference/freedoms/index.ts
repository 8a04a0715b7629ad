import type { Freedom } from "../store/freedom.ts";
import { admissionFreedoms, permissionFreedoms } from "./permission-freedoms.ts";
import { deletionFreedoms } from "./deletion-freedoms.ts";
import { offerFreedoms } from "./offer-freedoms.ts";
import { limitFreedoms } from "./limit-freedoms.ts";
import { listFreedoms } from "./list-freedoms.ts";
import { otherWriterFreedoms } from "./other-writer-freedoms.ts";
import { paceFreedoms } from "./pace-freedoms.ts";
import { refusalFreedoms } from "./refusal-freedoms.ts";
import { storedListFreedoms } from "./stored-list-freedoms.ts";
import { transportFreedoms } from "./transport-freedoms.ts";
import { valueFreedoms } from "./value-freedoms.ts";
import { versionFreedoms } from "./version-freedoms.ts";
import { watchFreedoms } from "./watch-freedoms.ts";
import { writeFreedoms } from "./write-freedoms.ts";

export const freedoms: readonly Freedom[] = [
  ...versionFreedoms,
  ...valueFreedoms,
  ...writeFreedoms,
  ...storedListFreedoms,
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
