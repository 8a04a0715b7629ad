import type {
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  RefusalReason,
  Semantics,
} from "#contract";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { NumberForm } from "../../port/name-form.ts";
import type { KindSamples, StatusMode, TrialDefinitions } from "../../port/target.ts";
import type {
  DeleteOperation,
  ListOperation,
  ObjectOperation,
  OperationVerb,
  PatchOperation,
  StatusEncoding,
  UpdateOperation,
  WaitOperation,
  WatchOperation,
  WatchStream,
} from "../dialect/dialect-operations.ts";
import type { Dialect, ErrorPaths, ObjectPaths, OutcomeMatcher } from "../dialect/dialect.ts";
import type { EndpointPlaces } from "../dialect/endpoint-places.ts";
import type { HookCargo } from "../dialect/fixture-hooks.ts";
import type { ConditionSpelling } from "../schema/declared-conditions.ts";
import type { LabelPairs } from "../schema/label-pairs.ts";

/**
 * A dialect file according to its JSON Schema, with `extends`, `everyKind` and `none` resolved. Fields that are
 * optional in a file are optional in this type.
 */
export interface DialectFile extends Pick<
  Dialect,
  | "assignedName"
  | "eventStream"
  | "guessedSemantics"
  | "rateLimit"
  | "retainedEvents"
  | "selectionDepth"
  | "warnings"
> {
  readonly dialect: number;
  readonly name?: string;
  readonly endpoint?: EndpointPlaces;
  readonly credentials?: Omit<CredentialPlaces, "http" | "isInArguments"> &
    Partial<Pick<CredentialPlaces, "http">>;
  readonly identities?: Readonly<Partial<Record<IdentityName, CredentialEntry>>>;
  readonly outcomes?: readonly (Omit<OutcomeMatcher, "reason"> & {
    readonly reason: Exclude<RefusalReason, "unclassified">;
  })[];
  readonly errors?: Partial<ErrorPaths>;
  readonly features?: readonly Feature[];
  readonly semantics?: Partial<Semantics>;
  readonly kinds?: Readonly<Record<string, KindEntry>>;
  readonly definitions?: DefinitionsEntry;
}

export interface CredentialEntry {
  readonly static?: string;
  readonly env?: string;
  readonly file?: string;
  readonly command?: readonly string[];
  readonly login?: {
    readonly field: string;
    readonly arguments: JsonObject;
    readonly credential: string;
    readonly document?: string;
  };
  readonly jwt?: {
    readonly algorithm: string;
    readonly keyEnv: string;
    readonly claims: JsonObject;
    readonly keyId?: string;
    readonly lifetimeSeconds?: number;
  };
  readonly headers?: Readonly<Record<string, string>>;
  readonly none?: true;
  readonly unavailable?: string;
  readonly notApplicable?: string;
}

export interface KindEntry {
  readonly literal?: string;
  readonly scope?: "namespaced" | "cluster";
  readonly namespaces?: readonly string[];
  readonly namespaceIds?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly paths?: Partial<ObjectPaths>;
  readonly nameForm?: string;
  readonly numbers?: NumberForm;
  readonly pairs?: LabelPairs;
  readonly boxed?: "jsonText";
  readonly conditions?: ConditionSpelling;
  readonly observedGeneration?: string;
  readonly operations?: OperationEntries;
  readonly samples?: Partial<KindSamples> & Pick<KindSamples, "specs">;
  readonly schemas?: { readonly spec?: JsonObject; readonly status?: JsonObject };
  readonly statusDefault?: JsonObject;
  readonly semantics?: Partial<Semantics>;
  readonly withoutStatus?: string;
  readonly lacks?: readonly Feature[];
  readonly fixtures?: FixturesEntry;
}

export type OperationEntries = {
  readonly [Verb in OperationVerb]?: Readonly<Record<string, EntryOf[Verb]>>;
};

interface EntryOf {
  readonly create: ObjectEntry;
  readonly read: ObjectEntry;
  readonly list: ListEntry;
  readonly update: UpdateEntry;
  readonly updateStatus: StatusEntry;
  readonly patchStatus: PatchEntry;
  readonly delete: DeleteEntry;
  readonly watch: WatchEntry;
}

export interface OperationEntry {
  readonly field?: string;
  readonly arguments?: Readonly<Record<string, JsonValue>>;
  readonly document?: string;
  readonly variables?: Readonly<Record<string, JsonValue>>;
}

export interface ObjectEntry extends OperationEntry, Pick<ObjectOperation, "beside" | "inside"> {
  readonly result?: string | null;
  readonly wait?: WaitEntry;
}

export interface WaitEntry
  extends Omit<ObjectEntry, "wait">, Pick<WaitOperation, "operation" | "until"> {}

export interface UpdateEntry extends ObjectEntry, Pick<UpdateOperation, "mode"> {}

export interface StatusEntry extends ObjectEntry {
  readonly mode?: StatusMode;
  readonly modeIsGuessed?: true;
  readonly encoding?: StatusEncoding;
  readonly semantics?: Partial<Semantics>;
  readonly sets?: JsonObject;
  readonly requiredFirst?: readonly string[];
  readonly after?: readonly string[];
}

export interface PatchEntry extends ObjectEntry, Partial<Pick<PatchOperation, "formats">> {}

export interface DeleteEntry extends ObjectEntry, Pick<DeleteOperation, "requiresVersion"> {
  readonly finish?: ObjectEntry;
}

export interface ListEntry
  extends
    OperationEntry,
    Partial<Pick<ListOperation, "items" | "pages" | "perNamespace" | "resourceVersion">> {}

export interface WatchEntry
  extends
    OperationEntry,
    Partial<
      Pick<
        WatchOperation,
        | "cursor"
        | "deleted"
        | "initial"
        | "initialEventsEnd"
        | "key"
        | "object"
        | "otherKinds"
        | "perNamespace"
        | "resourceVersion"
        | "shape"
        | "start"
        | "type"
      >
    > {
  readonly streams?: Readonly<Record<string, Omit<WatchStream, "field">>>;
}

export interface FixturesEntry {
  readonly create?: HookEntry;
  readonly updateSpec?: HookEntry;
  readonly delete?: HookEntry;
  readonly preloaded?: readonly string[];
  readonly carries?: readonly HookCargo[];
  readonly settleMs?: number;
}

export interface HookEntry {
  readonly command?: readonly string[];
  readonly http?: { readonly url: string; readonly method?: string };
}

export interface DefinitionsEntry {
  readonly name?: string;
  readonly kind: KindEntry;
  readonly objects: Readonly<
    Record<string, { readonly name: string; readonly spec: JsonObject; readonly serves: KindEntry }>
  >;
  readonly trials?: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly definitions: TrialDefinitions;
        readonly defaulted: string;
        readonly serves: KindEntry;
      }
    >
  >;
}
