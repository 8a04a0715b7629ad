import type { JsonObject, RefusalCause, RefusalReason } from "#contract";
import type { NameForm } from "../../port/name-form.ts";
import { nothingUnsupported } from "./find-unsupported.ts";
import type { Unsupported } from "./find-unsupported.ts";

export type TrialReply =
  | { readonly isAccepted: true; readonly object: JsonObject }
  | {
      readonly isAccepted: false;
      readonly message: string;
      /** Absent if the value was not sent. */
      readonly reason?: RefusalReason;
      readonly causes: readonly RefusalCause[];
    };

/** Tests samples on one object of the kind. No other client writes to this object. */
export interface TrialServer {
  /** Whether values are tested on an actual server. */
  readonly isReal: boolean;
  /** Creates an object with this spec in a dry run. */
  tryCreation(spec: JsonObject): Promise<TrialReply>;
  create(spec: JsonObject): Promise<TrialReply>;
  /** Deletes the created object, and creates another, with the same spec by default. */
  renew(spec?: JsonObject): Promise<void>;
  replace(spec: JsonObject): Promise<TrialReply>;
  /** Replaces the status of the object in a dry run. */
  tryStatus(status: JsonObject): Promise<TrialReply>;
  /** Replaces the status of the object, or removes it if none is given. */
  writeStatus(status: JsonObject | undefined): Promise<TrialReply>;
  /** The features that the server rejects or ignores. */
  unsupported(): Promise<Unsupported>;
  /** Sets the form of the names of all objects that are created from now on. */
  useNames(form: NameForm | undefined): void;
  /** The form of the names that the server accepts. Undefined if it accepts the suite's usual names. */
  nameForm(): NameForm | undefined;
  /** Whether the server returned objects, and none of them had a generation. */
  lacksGeneration(): boolean;
  /** Whether the server returned versions, and none of them was a number. */
  hasOpaqueVersions(): boolean;
}

/** Accepts every value. Without writes, samples are based only on the schema. */
export const noTrialServer: TrialServer = {
  isReal: false,
  tryCreation: (spec) => accepted({ spec }),
  create: (spec) => accepted({ spec }),
  renew: () => Promise.resolve(),
  replace: (spec) => accepted({ spec }),
  tryStatus: (status) => accepted({ status }),
  writeStatus: (status) => accepted(status === undefined ? {} : { status }),
  unsupported: () => Promise.resolve(nothingUnsupported),
  useNames: () => undefined,
  nameForm: () => undefined,
  lacksGeneration: () => false,
  hasOpaqueVersions: () => false,
};

function accepted(object: JsonObject): Promise<TrialReply> {
  return Promise.resolve({ isAccepted: true, object });
}
