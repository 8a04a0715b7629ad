import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { Change, StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";
import { checkMembers, isCount, isText, membersOf, oneOf, withoutNulls } from "./member-rules.ts";

const sdl = `
  scalar JSON
  type Query {
    recipe(repository: String!, name: String!): Recipe
    recipes(repository: String): RecipeList!
  }
  type Mutation { reportRecipe(input: ReportRecipeInput!): ReportRecipePayload! }
  type Subscription { recipeChanges(repository: String, after: String): RecipeChange! }
  type Recipe {
    metadata: RecipeMeta! spec: RecipeSpec status: RecipeStatus
  }
  type RecipeMeta { name: String! repository: String! uid: ID! revision: String! generation: Int! }
  type RecipeSpec { servings: Int title: String }
  type RecipeStatus { stage: Stage tastings: Int cook: String observedGeneration: Int }
  enum Stage { RAW COOKING SERVED }
  type RecipeList { revision: String! items: [Recipe!]! }
  input ReportRecipeInput { repository: String! name: String! revision: String status: ReportedStatusInput! }
  input ReportedStatusInput { stage: Stage tastings: Int cook: String observedGeneration: Int }
  type ReportRecipePayload { recipe: Recipe conflict: RecipeConflict }
  type RecipeConflict { currentRevision: String! }
  type RecipeChange { type: ChangeType! recipe: Recipe! }
  enum ChangeType { ADDED MODIFIED DELETED }
`;

export type RecipeDefect =
  /** A push to an existing object erases its status. */
  | "push-erases-status"
  | "push-keeps-generation"
  /** A push is visible to reads, but not to watches. */
  | "push-is-no-event";

/** Delay until a push is visible, in milliseconds. */
const takesMs = 20;

/**
 * Starts the recipes endpoint on a free port, with the given defects. Specs are pushed outside the API and appear
 * later; the API only writes statuses.
 */
export async function startRecipes(defects: readonly RecipeDefect[] = []): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  return serveSchema({
    sdl,
    root: rootOf(store, defects),
    may: {
      author: isRead,
      controller: (field) => isRead(field) || field === "reportRecipe",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
    push: (input) => push(store, input, defects),
  });
}

function isRead(field: string): boolean {
  return /^recipe(?:s|Changes)?$/u.test(field);
}

export function pushAddress({ url }: { readonly url: string }): string {
  return url.replace(/graphql$/u, "push");
}

/** Handles a push. Errors are returned immediately; effects become visible later. */
function push(
  store: ObjectStore,
  { verb, namespace, name, spec }: JsonObject,
  defects: readonly RecipeDefect[],
): object {
  const key = keyOf({ repository: textOf(namespace), name: textOf(name) });
  const stored = store.read(key);
  const isNew = verb === "create";
  if (isNew && stored !== undefined)
    return refusal("alreadyExists", `${key.name} is there already`);
  if (!isNew && stored === undefined) return refusal("notFound", `there is no ${key.name}`);
  const members = membersOf(spec);
  const isWrong =
    verb !== "delete" &&
    Object.entries(members).some(([member, value]) => !isSpecMember(member, value));
  if (isWrong) return refusal("invalid", "the spec is not valid");
  setTimeout(() => {
    const current = store.read(key);
    if (isNew && current === undefined) store.create(key, members);
    else if (verb === "delete" && current !== undefined) store.remove(current);
    else if (current !== undefined)
      store.write(current, {
        spec: members,
        ...(defects.includes("push-erases-status") ? { status: {} } : {}),
      });
  }, takesMs);
  return {};
}

function isSpecMember(member: string, value: JsonValue): boolean {
  return member === "servings" ? isCount(value) : member === "title" && isText(value);
}

function refusal(reason: string, message: string): object {
  return { refused: { reason, message } };
}

interface Address {
  readonly repository: string;
  readonly name: string;
}

interface Report extends Address {
  readonly revision?: string | null;
  readonly status: JsonValue;
}

function rootOf(
  store: ObjectStore,
  defects: readonly RecipeDefect[],
): Readonly<Record<string, object>> {
  const shown = (stored: StoredObject): object => recipeOf(stored, defects);
  return {
    recipe: (address: Address) => {
      const found = store.read(keyOf(address));
      return found === undefined ? null : shown(found);
    },
    recipes: ({ repository }: Partial<Address>) => ({
      revision: store.version,
      items: store.list("Recipe", repository ?? undefined).map(shown),
    }),
    reportRecipe: ({ input }: { readonly input: Report }) => {
      const stored = store.find(keyOf(input));
      const { revision } = input;
      if (revision === undefined || revision === null || revision === "")
        throw refuse("INVALID", "a revision is needed");
      if (revision !== stored.version) return { conflict: { currentRevision: stored.version } };
      const members = membersOf(input.status);
      const stage = oneOf("RAW", "COOKING", "SERVED");
      checkMembers("status", withoutNulls(members), {
        stage,
        tastings: isCount,
        cook: isText,
        observedGeneration: isCount,
      });
      return {
        recipe: shown(
          store.write(stored, { status: withoutNulls({ ...stored.status, ...members }) }),
        ),
      };
    },
    recipeChanges: (asked: FeedRequest) => feedOf(store, asked, defects),
  };
}

function keyOf({ repository, name }: Address): StoredKey {
  return { kind: "Recipe", place: repository, name };
}

function recipeOf(
  { place, name, uid, version, generation, spec, status }: StoredObject,
  defects: readonly RecipeDefect[],
): object {
  const counted = defects.includes("push-keeps-generation") ? 1 : generation;
  const metadata = { name, repository: place, uid, revision: version, generation: counted };
  return {
    metadata,
    spec,
    status: isJsonObject(status) && Object.keys(status).length > 0 ? status : null,
  };
}

interface FeedRequest {
  readonly repository?: string | null;
  readonly after?: string | null;
}

function isPush({ type, object, before }: Change): boolean {
  return type === "MODIFIED" && object.generation !== before?.generation;
}

async function* feedOf(
  store: ObjectStore,
  { repository, after }: FeedRequest,
  defects: readonly RecipeDefect[],
): AsyncGenerator<object> {
  const isResumed = after !== undefined && after !== null;
  for await (const change of store.changes(isResumed ? 0 : store.cursor)) {
    const { type, object } = change;
    const isElsewhere = (repository ?? object.place) !== object.place;
    const isOld = isResumed && Number(object.version) <= Number(after);
    const isHidden = defects.includes("push-is-no-event") && isPush(change);
    if (!isElsewhere && !isOld && !isHidden)
      yield { recipeChanges: { type, recipe: recipeOf(object, defects) } };
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
