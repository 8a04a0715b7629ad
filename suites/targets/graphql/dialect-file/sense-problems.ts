import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { conditionsIn, conditionsPathOf } from "../../port/conditions-place.ts";
import { observedIn } from "../../port/status-places.ts";
import { observedPlaceOf } from "../dialect/observed-place.ts";
import { conditionsPlaceOf } from "../dialect/spell-conditions.ts";
import { isVaried } from "../dialect/counter.ts";
import { isWatchedOverSocket } from "../dialect/endpoint-places.ts";
import { problemAt } from "../dialect/dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "../dialect/dialect-mismatch.ts";
import { composedProblem, placeholdersInside } from "../schema/composed-text.ts";
import type { DialectFile, KindEntry, OperationEntry, StatusEntry } from "./dialect-file.ts";

const minSamples = 3;

export function senseProblems(file: DialectFile): readonly DialectProblem[] {
  const kinds = Object.entries(file.kinds ?? {});
  const none =
    kinds.length === 0 && file.definitions === undefined
      ? [problemAt(["kinds"], "the dialect must have at least one kind")]
      : [];
  const served = Object.entries(file.definitions?.objects ?? {});
  return [
    ...none,
    ...roleProblems(file),
    ...socketProblems(file, kinds),
    ...kinds.flatMap(([name, kind]) => kindProblems(kind, ["kinds", name])),
    ...served.flatMap(([name, { serves }]) =>
      kindProblems(serves, ["definitions", "objects", name, "serves"]),
    ),
  ];
}

/** Reports WebSocket watches if the file does not declare how to send credentials over a WebSocket. */
function socketProblems(
  { credentials, endpoint }: DialectFile,
  kinds: readonly (readonly [string, KindEntry])[],
): readonly DialectProblem[] {
  const needs = kinds.find(([, { operations = {} }]) => operations.watch !== undefined);
  const isOverSocket = isWatchedOverSocket(endpoint === undefined ? {} : { endpoint });
  if (needs === undefined || credentials?.socket !== undefined || !isOverSocket) return [];
  if (JSON.stringify(needs[1]).includes('"$credential"')) return [];
  const problem =
    'watches use a WebSocket, but credentials have no "socket"; for other transports, set endpoint.watches.protocol';
  return [problemAt(["kinds", needs[0], "operations", "watch"], problem)];
}

/** Every run needs an author and a controller, so neither can be declared not applicable. */
function roleProblems({ identities = {} }: DialectFile): readonly DialectProblem[] {
  return (["author", "controller"] as const).flatMap((role) =>
    identities[role]?.notApplicable === undefined
      ? []
      : [
          problemAt(
            ["identities", role, "notApplicable"],
            `every endpoint has the role ${role}; if you have no credential for it, use unavailable`,
          ),
        ],
  );
}

function kindProblems(kind: KindEntry, path: DialectPath): readonly DialectProblem[] {
  return [
    ...placeProblems(kind, path),
    ...placeIdProblems(kind, path),
    ...pathProblems(kind, path),
    ...nameProblems(kind, path),
    ...operationProblems(kind, path),
    ...observedProblems(kind, path),
    ...sampleProblems(kind, path),
  ];
}

function placeProblems(kind: KindEntry, path: DialectPath): readonly DialectProblem[] {
  const { scope, namespaces = [] } = kind;
  if (scope === undefined) {
    return [problemAt(path, 'the property "scope" is missing: namespaced or cluster')];
  }
  const isPlaceless = scope === "namespaced" && namespaces.length === 0;
  return isPlaceless
    ? [
        problemAt(
          path,
          'the property "namespaces" is missing: list at least one existing namespace',
        ),
      ]
    : [];
}

/** Every namespace needs an id if an operation takes ids. */
function placeIdProblems(
  { namespaces = [], namespaceIds = {}, operations = {} }: KindEntry,
  path: DialectPath,
): readonly DialectProblem[] {
  if (!/\$\{?namespaceId\b/u.test(JSON.stringify(operations))) return [];
  const missing = namespaces.filter((namespace) => namespaceIds[namespace] === undefined);
  if (missing.length === 0) return [];
  const names = missing.join(", ");
  return [
    problemAt(
      path,
      `the property "namespaceIds" has no id for ${names}; name namespaces that exist (init --namespace), or add their ids`,
    ),
  ];
}

function pathProblems({ paths = {} }: KindEntry, path: DialectPath): readonly DialectProblem[] {
  const missing = (["name", "uid", "resourceVersion"] as const).filter(
    (name) => paths[name] === undefined,
  );
  return missing.map((name) => problemAt([...path, "paths"], `the path "${name}" is missing`));
}

function nameProblems({ nameForm }: KindEntry, path: DialectPath): readonly DialectProblem[] {
  if (nameForm === undefined) return [];
  const hasName = placeholdersInside(nameForm).includes("$name");
  const problem =
    composedProblem(nameForm) ?? (hasName ? undefined : "the form must contain ${name}");
  return problem === undefined ? [] : [problemAt([...path, "nameForm"], problem)];
}

function operationProblems(
  { operations = {}, fixtures }: KindEntry,
  path: DialectPath,
): readonly DialectProblem[] {
  const at = [...path, "operations"];
  const isCreated =
    operations.create !== undefined ||
    fixtures?.create !== undefined ||
    (fixtures?.preloaded ?? []).length > 0;
  const missing = [
    ...(isCreated ? [] : ["create"]),
    ...(operations.read === undefined ? ["read"] : []),
  ];
  const entries = Object.entries(operations).flatMap(([verb, byId]) =>
    Object.entries<OperationEntry>(byId ?? {}).map(([id, entry]) => ({ verb, id, entry })),
  );
  return [
    ...missing.map((verb) => problemAt(at, `an operation for ${verb} is missing`)),
    ...entries.flatMap(({ verb, id, entry }) => documentProblems(entry, [...at, verb, id])),
    ...Object.entries(operations.updateStatus ?? {}).flatMap(([id, { mode }]) =>
      mode === undefined
        ? [
            problemAt(
              [...at, "updateStatus", id],
              'the property "mode" is missing: partial, replace or apply',
            ),
          ]
        : [],
    ),
    ...Object.entries(operations.updateStatus ?? {}).flatMap(([id, entry]) =>
      setProblems(entry, [...at, "updateStatus", id]),
    ),
    ...orderProblems(operations.updateStatus ?? {}, [...at, "updateStatus"]),
    ...Object.entries(operations.watch ?? {}).flatMap(([id, { shape = "event", type, streams }]) =>
      shape === "event" && type === undefined && streams === undefined
        ? [
            problemAt(
              [...at, "watch", id],
              'the property "type" is missing: events with the shape "event" require it',
            ),
          ]
        : [],
    ),
  ];
}

/**
 * Reports constants in `sets` for status fields that the mutation takes as arguments. The request determines the values
 * of such fields.
 */
function setProblems(
  { sets = {}, arguments: tree = {}, variables = {} }: StatusEntry,
  path: DialectPath,
): readonly DialectProblem[] {
  const sent = JSON.stringify([tree, variables]);
  return Object.keys(sets).flatMap((name) =>
    sent.includes(`"$status.${name}"`)
      ? [
          problemAt(
            [...path, "sets", name],
            "an argument of the mutation also sends this field; remove the field from sets",
          ),
        ]
      : [],
  );
}

/** Reports status mutations in `after` that do not exist, or whose own prerequisites are not listed before them. */
function orderProblems(
  mutations: Readonly<Record<string, StatusEntry>>,
  path: DialectPath,
): readonly DialectProblem[] {
  return Object.entries(mutations).flatMap(([id, { after = [] }]) =>
    after.flatMap((one, index) => {
      const at = [...path, id, "after", index];
      const known = Object.hasOwn(mutations, one) ? mutations[one] : undefined;
      if (one === id) return [problemAt(at, "a mutation cannot be required before itself")];
      if (known === undefined) {
        return [problemAt(at, `${one} is not a status mutation of the kind`)];
      }
      const missing = known.after?.find((other) => !after.slice(0, index).includes(other));
      return missing === undefined
        ? []
        : [problemAt(at, `${one} requires ${missing}: list ${missing} before it`)];
    }),
  );
}

function documentProblems(entry: OperationEntry, path: DialectPath): readonly DialectProblem[] {
  const { document, field, arguments: tree, variables } = entry;
  if (document === undefined) {
    return variables === undefined
      ? []
      : [
          problemAt(
            [...path, "variables"],
            "variables require a document; without a document, use arguments",
          ),
        ];
  }
  return [
    ...(tree === undefined
      ? []
      : [problemAt([...path, "arguments"], "a document requires variables, not arguments")]),
    ...(field === undefined
      ? [problemAt(path, 'the property "field" is missing: the path of the value in the data')]
      : []),
  ];
}

/** Reports a path of the observed generation that no sample status has: rules about it would never apply. */
function observedProblems(entry: KindEntry, path: DialectPath): readonly DialectProblem[] {
  const { observedGeneration, samples: { statuses = [] } = {} } = entry;
  const places = observedPlaceOf(entry);
  const isUnseen = statuses.every((status) => observedIn(places, status) === undefined);
  if (observedGeneration === undefined || statuses.length === 0 || !isUnseen) return [];
  const problem = `no sample status has ${observedGeneration}, the path of the observed generation in a status`;
  return [problemAt([...path, "observedGeneration"], problem)];
}

function sampleProblems(
  { samples, operations = {}, conditions }: KindEntry,
  path: DialectPath,
): readonly DialectProblem[] {
  if (samples === undefined) return [problemAt(path, 'the property "samples" is missing')];
  const at = [...path, "samples"];
  const { specs, statuses = [], counter } = samples;
  const isWritten = Object.keys(operations.updateStatus ?? {}).length > 0;
  const few = (list: readonly JsonValue[], what: string): readonly DialectProblem[] =>
    list.length >= minSamples
      ? []
      : [problemAt([...at, what], `${list.length} given, but checks need at least ${minSamples}`)];
  const uncounted =
    isWritten &&
    counter !== undefined &&
    statuses.some((status) => !Number.isInteger(status[counter])) &&
    !isVaried(statuses, counter)
      ? [
          problemAt(
            [...at, "counter"],
            "every sample status must have an integer or a different value in the field with that name",
          ),
        ]
      : [];
  return [
    ...few(specs, "specs"),
    ...(isWritten ? few(statuses, "statuses") : []),
    ...uncounted,
    ...statuses.flatMap((status, index) => {
      const place = conditionsPlaceOf(conditions);
      const names = conditions?.members ?? {};
      const found = [...at, "statuses", index, ...conditionsPathOf(place).path];
      return conditionProblems(conditionsIn(place, status), names, found);
    }),
  ];
}

/**
 * Reports the endpoint's field names in conditions, because decoded responses contain only the standard names. Also
 * reports a status that is not a string. In YAML, `True` without quotes is a boolean, and no server returns a boolean.
 */
function conditionProblems(
  conditions: JsonValue | undefined,
  names: Readonly<Record<string, string>>,
  path: DialectPath,
): readonly DialectProblem[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition: JsonValue, index) => {
    if (!isJsonObject(condition)) return [];
    const foreign = Object.entries(names).filter(
      ([own, theirs]) =>
        !Object.hasOwn(condition, own) &&
        Object.hasOwn(condition, theirs) &&
        !Object.hasOwn(names, theirs),
    );
    if (foreign.length > 0) {
      return foreign.map(([own, theirs]) =>
        problemAt([...path, index, theirs], `write ${own}; it is sent as ${theirs}`),
      );
    }
    const { status } = condition;
    if (typeof status === "string" || status === undefined) return [];
    const problem = 'must be a quoted string: "True", "False" or "Unknown"';
    return [problemAt([...path, index, "status"], problem)];
  });
}
