import type {
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  RefusalReason,
  Semantics,
} from "#contract";
import type { KindSamples, RateLimit, TrialDefinitions } from "../../port/target.ts";
import type { ConditionSpelling } from "../schema/condition-spelling.ts";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { Credential } from "./credential-source.ts";
import type { EndpointPlaces } from "./endpoint-places.ts";
import type { FixtureHooks } from "./fixture-hooks.ts";
import type { KindOperations, OperationVerb } from "./operations.ts";

/**
 * How one GraphQL schema spells the contract: everything that the driver must know about an endpoint
 * and cannot read from its schema. Plain data without functions, so that it can come from a file.
 *
 * A *path* names a field of a JSON value by dots: `metadata.name`. The empty path is the value itself.
 */
export interface Dialect {
  readonly name: string;
  /** Over what it is talked to, and where. Absent: queries over HTTP, watches over a socket at the same place. */
  readonly endpoint?: EndpointPlaces;
  readonly credentials: CredentialPlaces;
  /** What each role presents. A role that is omitted cannot be tested. */
  readonly identities: Readonly<Partial<Record<IdentityName, Credential>>>;
  /** How refusals are told apart. In order: the first that fits decides, and where none fits the refusal is `unclassified`. */
  readonly outcomes: readonly OutcomeMatcher[];
  readonly errors: ErrorPaths;
  /** Where a reply carries what was accepted with a warning. Nowhere by default. */
  readonly warnings?: WarningPaths;
  /** Where watches are served as server-sent events. Nowhere by default. */
  readonly eventStream?: EventStreamPlace;
  /** What the target offers. What is declared is tested. */
  readonly features: readonly Feature[];
  /** What the target claims to do where targets may differ. Claims are probed. */
  readonly semantics: Semantics;
  /** How deep replies are selected, in levels below the field of an operation; 10 by default. */
  readonly selectionDepth?: number;
  /** One entry per kind, because kinds of one endpoint may differ in everything below. */
  readonly kinds: readonly KindDialect[];
  /** Kinds that are registered for the run. Left out where the feature `kinds.runtime` is not declared. */
  readonly definitions?: Definitions;
  /** How many events the target retains for watches that resume. Absent if unknown. */
  readonly retainedEvents?: number;
  /** The name of the objects that the identity `assignee` is limited to. Absent if unknown. */
  readonly assignedName?: string;
  /** What leads to a refusal of the identity `throttled`. Absent if unknown. */
  readonly rateLimit?: RateLimit;
}

/** Where an answer carries its warnings: the list in the body, and the text in one warning. */
export interface WarningPaths {
  readonly list: string;
  readonly message: string;
}

/** Where event streams are served in the "distinct connections" mode of GraphQL over server-sent events. */
export interface EventStreamPlace {
  /** Resolved against the address of the endpoint: `/graphql/stream`. */
  readonly path: string;
}

/**
 * Kinds that exist because the run defines them. In every text below, `$suffix` stands for letters that
 * belong to the run alone, so that runs on one server do not meet. Checks see the kinds without it.
 */
export interface Definitions {
  /** How the definitions themselves are served. No check runs on this kind. */
  readonly kind: KindDialect;
  readonly objects: readonly KindDefinition[];
  /** Kinds that only checks define that are about kinds. None by default. */
  readonly trials?: readonly TrialDefinition[];
}

/** A kind that some check defines, and its definitions in the order in which they come. */
export interface TrialDefinition {
  readonly name: string;
  readonly definitions: TrialDefinitions;
  /** The field of the status that has a default. */
  readonly defaulted: string;
  readonly serves: KindDialect;
}

/** One definition, and the kind that it brings. */
export interface KindDefinition {
  readonly name: string;
  readonly spec: JsonObject;
  readonly serves: KindDialect;
}

/** One way to recognise a refusal. Every condition that is given must hold. */
export interface OutcomeMatcher {
  readonly reason: RefusalReason;
  /** The machine code of the error, found where {@link ErrorPaths} says. */
  readonly code?: string;
  /** Source of a regular expression that the message contains. */
  readonly message?: string;
  /** Status of the HTTP reply, also of a refused upgrade to a socket. */
  readonly http?: number;
  /** The code with which the server closed the socket. */
  readonly closeCode?: number;
  /** A field of the error's extensions that has this value. */
  readonly extension?: { readonly path: string; readonly value: JsonValue };
  /** A field of a result without errors: with this value, or with any but null where none is given. */
  readonly payload?: {
    readonly path: string;
    readonly value?: JsonValue;
    /** Path of the version that is current, from the same place. */
    readonly currentResourceVersion?: string;
  };
  /** The object of a result without errors is null. */
  readonly nullResult?: true;
  /** Verbs to which the matcher is limited; none by default. */
  readonly verbs?: readonly OperationVerb[];
}

/** Where an error carries what checks look at. Paths start at the error object. */
export interface ErrorPaths {
  readonly code: string;
  readonly currentResourceVersion?: string;
  readonly retryAfterSeconds?: string;
  /** The list of causes; the other paths start at one cause. */
  readonly causes?: {
    readonly list: string;
    readonly reason?: string;
    readonly field?: string;
    readonly message: string;
  };
  /** The same for refusals that are results without errors. Paths start at the value of the field. */
  readonly payload?: PayloadPaths;
}

/** Where a result that is a refusal carries what checks look at. */
export interface PayloadPaths {
  /** A machine code. Defaults to what the matcher recognized it by. */
  readonly code?: string;
  readonly message?: string;
  readonly causes?: NonNullable<ErrorPaths["causes"]>;
}

/** How one kind is served. */
export interface KindDialect {
  readonly name: string;
  /** What `$kind` stands for, where the target spells the kind differently. */
  readonly literal?: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /** The type of its objects in the schema. Not checked by default. */
  readonly type?: string;
  readonly paths: ObjectPaths;
  /** Objects of the kind arrive as JSON strings. */
  readonly boxed?: "jsonText";
  /** How conditions are written, where not in the common form. */
  readonly conditions?: ConditionSpelling;
  readonly operations: KindOperations;
  readonly samples: KindSamples;
  /** JSON Schemas of values that are made up, where the schema of the endpoint says too little about them. */
  readonly schemas?: { readonly spec?: JsonObject; readonly status?: JsonObject };
  /** The status that every new object has by default. None by default. */
  readonly statusDefault?: JsonObject;
  /** What the kind does otherwise than the rest of the endpoint. */
  readonly semantics?: Partial<Semantics>;
  /** Features of the endpoint that the kind does not have. */
  readonly lacks?: readonly Feature[];
  /** How objects are created and deleted outside of the API. Defaults to its operations. */
  readonly fixtures?: FixtureHooks;
}

/**
 * Where a spec or a status stands: at a path, or its fields at a path each, where they stand beside
 * other things.
 */
export type BodyPath = string | Readonly<Record<string, string>>;

/** Where an object carries its parts. */
export interface ObjectPaths {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Absent where objects do not say their kind. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly generation?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: string;
  readonly annotations?: string;
  readonly finalizers?: string;
  /** A list of `{manager, operation, subresource, fields}`. */
  readonly managedFields?: string;
  readonly spec?: BodyPath;
  /** For kinds without a status: where one would stand. */
  readonly status?: BodyPath;
}
