import { GraphQLError } from "graphql";
import { capital } from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import type { RefusalWord } from "./domain-words.ts";

const reasons: Readonly<Record<string, RefusalWord>> = {
  UNAUTHENTICATED: "unauthenticated",
  FORBIDDEN: "forbidden",
  NOT_FOUND: "notFound",
  ALREADY_EXISTS: "alreadyExists",
  CONFLICT: "conflict",
  INVALID: "invalid",
};

/** Formats a rejection in the format of this API. Returns other errors unchanged. */
export function refusalOf(
  { codes, forms: { errors }, habits: { details } }: Stranger,
  error: GraphQLError,
): GraphQLError {
  const { code, ...more } = error.extensions;
  const reason = typeof code === "string" ? reasons[code] : undefined;
  if (reason === undefined || errors === "messages") {
    return reason === undefined ? error : new GraphQLError(error.message);
  }
  const name = errors === "codes" ? "code" : "fault";
  const word = codes[reason];
  switch (details) {
    case "extensions":
      return new GraphQLError(error.message, { extensions: { [name]: word, ...more } });
    case "deep":
      return new GraphQLError(error.message, {
        extensions: { problem: { [name]: word, ...more } },
      });
    case "beside":
      return new ErrorBeside(error, { [`error${capital(name)}`]: word, info: more });
  }
}

/** An error with its details next to its message, as in GraphQL before extensions were specified. */
class ErrorBeside extends GraphQLError {
  readonly #more: Readonly<Record<string, unknown>>;

  constructor({ message, path }: GraphQLError, more: Readonly<Record<string, unknown>>) {
    super(message, { path });
    this.#more = more;
  }

  override toJSON(): ReturnType<GraphQLError["toJSON"]> {
    return { ...super.toJSON(), ...this.#more };
  }
}

/** Returns the HTTP status of a response from its first error. */
export function statusFor(stranger: Stranger): (errors: readonly GraphQLError[]) => number {
  const reasonsOf = new Map<unknown, RefusalWord>(
    Object.values(reasons).map((reason) => [stranger.codes[reason], reason]),
  );
  return (errors) => {
    const { code, fault } = errors[0]?.extensions ?? {};
    const reason = reasonsOf.get(code ?? fault);
    return reason === undefined ? 200 : statuses[reason];
  };
}

const statuses: Readonly<Record<RefusalWord, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  alreadyExists: 409,
  conflict: 409,
  invalid: 422,
};
