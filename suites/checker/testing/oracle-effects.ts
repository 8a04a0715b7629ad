import type { OperationLine } from "../history/history.ts";

/** A known token, or a token that is only known to differ from others. */
export interface Token {
  readonly is: string | undefined;
  readonly not: readonly string[];
}

export interface OracleState {
  readonly isComparable: boolean;
  readonly object: OracleObject | undefined;
  readonly usedVersions: readonly string[];
  readonly usedUids: readonly string[];
}

interface OracleObject {
  readonly version: Token;
  readonly uid: Token;
  readonly value: string | undefined;
}

type Present = OracleState & { readonly object: OracleObject };

/** Returns all states after an operation with its result. Empty if the result is illegal. */
export function effectsOf(line: OperationLine, state: OracleState): readonly OracleState[] {
  switch (line.outcome) {
    case "ok":
      return accepted(line, state);
    case "unknown":
      return uncertain(line, state);
    case "not-found":
      return state.object === undefined ? [state] : [];
    case "exists":
      return state.object === undefined ? [] : [state];
    case "conflict":
      return isPresent(state) ? conflicting(line, state) : [];
    case "failed":
      return [state];
  }
}

function accepted(line: OperationLine, state: OracleState): readonly OracleState[] {
  if (line.operation === "create") return state.object === undefined ? create(line, state) : [];
  if (!isPresent(state)) return [];
  switch (line.operation) {
    case "read":
      return seeing(line, state);
    case "cas": {
      const meant = atVersion(state, line.precondition);
      return line.version === line.precondition
        ? meant.flatMap((next) => seeing(line, next))
        : meant.flatMap((next) => write(line, next));
    }
    case "put":
      return [...seeing(line, state), ...write(line, state)];
    case "delete":
      return matching(line, state).map(withoutObject);
  }
}

function uncertain(line: OperationLine, state: OracleState): readonly OracleState[] {
  if (line.operation === "create") {
    return state.object === undefined ? create({ ...line, ...unanswered }, state) : [];
  }
  if (!isPresent(state)) return [];
  switch (line.operation) {
    case "read":
      return [state];
    case "cas":
      return atVersion(state, line.precondition).flatMap((next) =>
        write({ ...line, ...unanswered }, next),
      );
    case "put":
      return write({ ...line, ...unanswered }, state);
    case "delete":
      return matching(line, state).map(withoutObject);
  }
}

const unanswered = { version: undefined, uid: undefined };

function conflicting(line: OperationLine, state: Present): readonly OracleState[] {
  const { precondition, uid } = line;
  const namedUid = line.operation === "delete" ? uid : undefined;
  if (line.operation === "put" || (precondition === undefined && namedUid === undefined)) {
    return [state];
  }
  const { object } = state;
  const otherVersion =
    precondition === undefined ? undefined : unlike(object.version, precondition);
  const otherUid = namedUid === undefined ? undefined : unlike(object.uid, namedUid);
  return [
    ...(otherVersion === undefined ? [] : [withObject(state, { version: otherVersion })]),
    ...(otherUid === undefined ? [] : [withObject(state, { uid: otherUid })]),
  ];
}

function seeing(line: OperationLine, state: Present): readonly Present[] {
  const { value } = state.object;
  if (value !== undefined && line.value !== undefined && value !== line.value) return [];
  return atVersion(state, line.version)
    .flatMap((next) => atUid(next, line.uid))
    .map((next) => withObject(next, { value: value ?? line.value }));
}

function matching(line: OperationLine, state: Present): readonly Present[] {
  const meant = line.precondition === undefined ? [state] : atVersion(state, line.precondition);
  return meant.flatMap((next) => atUid(next, line.uid));
}

function write(line: OperationLine, state: Present): readonly OracleState[] {
  return atUid(state, line.uid).flatMap((next) =>
    install(line, next, { uid: next.object.uid, value: line.value }),
  );
}

function create(line: OperationLine, state: OracleState): readonly OracleState[] {
  const { uid } = line;
  if (uid !== undefined && state.usedUids.includes(uid)) return [];
  const usedUids = uid === undefined ? state.usedUids : [...state.usedUids, uid];
  return install(line, { ...state, usedUids }, { uid: { is: uid, not: [] }, value: line.value });
}

function install(
  { version }: OperationLine,
  state: OracleState,
  content: Omit<OracleObject, "version">,
): readonly OracleState[] {
  if (version !== undefined && !isFresh(state, version)) return [];
  const usedVersions =
    version === undefined ? state.usedVersions : [...state.usedVersions, version];
  return [{ ...state, usedVersions, object: { ...content, version: { is: version, not: [] } } }];
}

function isFresh(state: OracleState, version: string): boolean {
  if (state.usedVersions.includes(version)) return false;
  if (!state.isComparable) return true;
  return state.usedVersions.every((used) => BigInt(used) < BigInt(version));
}

function atVersion(state: Present, version: string | undefined): readonly Present[] {
  if (version === undefined) return [];
  const { is, not } = state.object.version;
  if (is !== undefined) return is === version ? [state] : [];
  if (not.includes(version) || !isFresh(state, version)) return [];
  const usedVersions = [...state.usedVersions, version];
  return [withObject({ ...state, usedVersions }, { version: { is: version, not: [] } })];
}

function atUid(state: Present, uid: string | undefined): readonly Present[] {
  const { is, not } = state.object.uid;
  if (uid === undefined || is === uid) return [state];
  if (is !== undefined || not.includes(uid) || state.usedUids.includes(uid)) return [];
  const usedUids = [...state.usedUids, uid];
  return [withObject({ ...state, usedUids }, { uid: { is: uid, not: [] } })];
}

/** Records that a token differs from another one. Returns undefined if they are equal. */
function unlike(token: Token, other: string): Token | undefined {
  if (token.is !== undefined) return token.is === other ? undefined : token;
  return { is: undefined, not: [...token.not, other] };
}

function isPresent(state: OracleState): state is Present {
  return state.object !== undefined;
}

function withObject(state: Present, change: Partial<OracleObject>): Present {
  return { ...state, object: { ...state.object, ...change } };
}

function withoutObject(state: OracleState): OracleState {
  return { ...state, object: undefined };
}
