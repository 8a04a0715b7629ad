import type {
  AuthoredName,
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  RefusalReason,
  Semantics,
  SemanticsName,
} from "#contract";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { NumberForm } from "../../port/name-form.ts";
import type { KindSamples, RateLimit, TrialDefinitions } from "../../port/target.ts";
import type { ConditionSpelling } from "../schema/declared-conditions.ts";
import type { LabelPairs } from "../schema/label-pairs.ts";
import type { Numerals } from "../schema/numerals.ts";
import type { ServerFields } from "../schema/server-fields.ts";
import type { Credential } from "./credential-source.ts";
import type { KindOperations, OperationVerb } from "./dialect-operations.ts";
import type { EndpointPlaces } from "./endpoint-places.ts";
import type { FixtureHooks } from "./fixture-hooks.ts";

/**
 * Describes how one GraphQL schema implements the contract: everything that the driver needs and cannot infer from the
 * schema. A dialect is plain data, so that it can come from a file. A *path* addresses a property of a JSON value with
 * dots: `metadata.name`. The empty path is the value itself.
 */
export interface Dialect {
  readonly name: string;
  /** Protocols and paths. By default, queries use HTTP, and watches use a WebSocket at the same path. */
  readonly endpoint?: EndpointPlaces;
  readonly credentials: CredentialPlaces;
  /** The credential of each role. An omitted role cannot be tested. */
  readonly identities: Readonly<Partial<Record<IdentityName, Credential>>>;
  /** Matchers that classify rejections. The first match decides; a rejection without a match is `unclassified`. */
  readonly outcomes: readonly OutcomeMatcher[];
  readonly errors: ErrorPaths;
  /** Paths of the warnings in the response to an accepted write. None by default. */
  readonly warnings?: WarningPaths;
  readonly eventStream?: EventStreamPlace;
  /** Optional capabilities of the target. All declared features are tested. */
  readonly features: readonly Feature[];
  /** Declarations of behavior in which targets can differ. Checks verify them. */
  readonly semantics: Semantics;
  /**
   * The semantics that were never observed. Requirements that depend on them are then undecided if they seem broken.
   * None by default.
   */
  readonly guessedSemantics?: readonly SemanticsName[];
  /** Selection depth of responses, in levels below the field of an operation; 10 by default. */
  readonly selectionDepth?: number;
  /** One entry per kind, because the kinds of an endpoint can differ in every setting. */
  readonly kinds: readonly KindDialect[];
  /** Kinds that are registered for the run. Absent if the feature `kinds.runtime` is not declared. */
  readonly definitions?: Definitions;
  readonly retainedEvents?: number;
  readonly assignedName?: string;
  readonly rateLimit?: RateLimit;
}

export interface WarningPaths {
  readonly list: string;
  readonly message: string;
}

/** The location of event streams in the "distinct connections" mode of GraphQL over server-sent events. */
export interface EventStreamPlace {
  readonly path: string;
}

/**
 * Kinds that the run defines. In the names, specs and definitions below, and in `literal`, `$suffix` stands for letters
 * that are unique to the run, so that concurrent runs do not collide. Checks see the kinds without the suffix.
 */
export interface Definitions {
  /** The kind that serves the definitions themselves. No check runs on this kind. */
  readonly kind: KindDialect;
  readonly objects: readonly KindDefinition[];
  /** Kinds that checks define. None by default. */
  readonly trials?: readonly TrialDefinition[];
}

export interface TrialDefinition {
  readonly name: string;
  readonly definitions: TrialDefinitions;
  readonly defaulted: string;
  readonly serves: KindDialect;
}

export interface KindDefinition {
  readonly name: string;
  readonly spec: JsonObject;
  readonly serves: KindDialect;
}

export interface OutcomeMatcher {
  readonly reason: RefusalReason;
  /** Other reasons for which the endpoint returns the same response. */
  readonly alsoFor?: readonly RefusalReason[];
  readonly code?: string;
  /**
   * Source of a regular expression that matches part of the message. With `payload`, the expression applies to the
   * message in the result.
   */
  readonly message?: string;
  /** Status of the HTTP response, including the response to a rejected WebSocket upgrade. */
  readonly http?: number;
  readonly closeCode?: number;
  /** A property of the error's extensions with this value. */
  readonly extension?: { readonly path: string; readonly value: JsonValue };
  /** A field of a result without errors. Without `value`, any value other than null matches. */
  readonly payload?: {
    readonly path: string;
    readonly value?: JsonValue;
    /** Path of the current version, relative to the value of the field. */
    readonly currentResourceVersion?: string;
  };
  /** Matches a result without errors whose object is null. */
  readonly nullResult?: true;
  /** Verbs to which the matcher applies; all by default. */
  readonly verbs?: readonly OperationVerb[];
}

/** Paths of the values that checks read from an error, relative to the error object. */
export interface ErrorPaths {
  readonly code: string;
  readonly currentResourceVersion?: string;
  readonly retryAfterSeconds?: string;
  /**
   * The list of causes; the other paths are relative to a cause. Instead of a list, an object may map the invalid
   * fields to their messages.
   */
  readonly causes?: {
    readonly list: string;
    readonly reason?: string;
    readonly field?: string;
    readonly message: string;
  };
  /** Paths for errors that are returned as data, relative to the value of the field. */
  readonly payload?: PayloadPaths;
}

export interface PayloadPaths {
  /** Path of the error code. Defaults to the value that the matcher recognized. */
  readonly code?: string;
  readonly message?: string;
  readonly causes?: NonNullable<ErrorPaths["causes"]>;
}

/** Describes how the endpoint serves a kind. */
export interface KindDialect {
  readonly name: string;
  /** The value of `$kind`, if the target uses a different name. */
  readonly literal?: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /**
   * The ids of the namespaces, by namespace: the values of `$namespaceId`. Absent if all operations take the namespace
   * itself.
   */
  readonly namespaceIds?: Readonly<Record<string, string>>;
  /** The schema type of the kind's objects. Not checked by default. */
  readonly type?: string;
  readonly paths: ObjectPaths;
  /**
   * The format of names in objects and events, if they contain more than the name:
   * `projects/${namespace}/kilns/${name}`. If the format contains the namespace, the namespace is also read from the
   * name.
   */
  readonly nameForm?: string;
  /** The range of the names, inclusive, if they are integers. Names are strings by default. */
  readonly numbers?: NumberForm;
  /** Labels and annotations that are lists of pairs, in objects and in inputs. Maps by default. */
  readonly pairs?: LabelPairs;
  /** The encoding of the kind's objects, if they are JSON strings. */
  readonly boxed?: "jsonText";
  /** The format of conditions, if they are not standard conditions. */
  readonly conditions?: ConditionSpelling;
  /** Dotted path of the observed generation in a status; `observedGeneration` by default. */
  readonly observedGeneration?: string;
  readonly operations: KindOperations;
  readonly samples: KindSamples;
  /** JSON Schemas for generating values, if the endpoint's schema is not precise enough. */
  readonly schemas?: { readonly spec?: JsonObject; readonly status?: JsonObject };
  /** The default status of new objects. None by default. */
  readonly statusDefault?: JsonObject;
  /** Semantics of the kind that differ from those of the endpoint. */
  readonly semantics?: Partial<Semantics>;
  /** The reason why no operation writes the status. Absent if an operation does, or if none is known. */
  readonly withoutStatus?: string;
  /** Features of the endpoint that the kind does not support. */
  readonly lacks?: readonly Feature[];
  /** Hooks that create, update and delete objects outside the API. By default, the operations of the kind are used. */
  readonly fixtures?: FixtureHooks;
  /** Numbers that responses may contain as strings, according to the schema. Not part of dialect files. */
  readonly numerals?: { readonly spec?: Numerals; readonly status?: Numerals };
  /** Status fields that only the server sets, according to the schema. Not part of dialect files. */
  readonly serverFields?: ServerFields;
}

/** A kind, with the namespace of a request if its objects do not contain their namespace. */
export interface AskedKind extends KindDialect {
  readonly askedNamespace?: string;
}

/** The path of a spec or a status, or one path per field if its fields are mixed with others. */
export type BodyPath = string | Readonly<Record<string, string>>;

/** Paths of an object's fields. */
export interface ObjectPaths extends Readonly<Partial<Record<AuthoredName, string>>> {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Absent if objects do not contain their kind. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly generation?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  /** A list of `{manager, operation, subresource, fields}`. */
  readonly managedFields?: string;
  /** A text or a number that identifies the client of the last write. */
  readonly writer?: string;
  readonly spec?: BodyPath;
  readonly status?: BodyPath;
}
