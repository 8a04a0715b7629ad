import { isJsonObject } from "#contract";
import type { JsonValue, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { signsAt } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { create, isAccepted, newKey, remove, send, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { below } from "../schema/error-fields.ts";

const minObjects = 3;

/** Pagination is tested only in namespaces with at most this number of objects. */
const maxObjects = 40;

const maxArguments = 6;

/**
 * Probes unknown list arguments to find the page size and the cursor. The candidates come from the note on the list's
 * pagination.
 */
export async function learnPages(
  dialect: Dialect,
  { kind: name }: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = dialect.kinds.find((one) => one.name === name);
  const [list, ...others] = kind?.operations.list ?? [];
  if (kind === undefined || list === undefined || list.pages !== undefined) return dialect;
  const at = ["kinds", name, "operations", "list", list.id, "pages"];
  const spare = (shared.notes.at(at)?.alternatives ?? []).slice(0, maxArguments);
  if (spare.length === 0) return dialect;
  const objects = await onTrial(dialect, name, { shared, work: createSome });
  if (objects === undefined) return dialect;
  try {
    const pages = new PageTrial({ dialect, kind, list, shared });
    const found = await pages.explain(spare);
    if (found === undefined) return dialect;
    shared.notes.note(at, found.isSure ? "high" : "medium", found.reason);
    return withKind(dialect, {
      ...kind,
      operations: { ...kind.operations, list: [found.list, ...others] },
    });
  } finally {
    await onTrial(dialect, name, {
      shared,
      work: async (trial) => {
        for (const key of objects) await remove(trial, key);
      },
    });
  }
}

async function createSome(trial: Trial): Promise<readonly ObjectKey[]> {
  const [spec = {}] = trial.kind.samples.specs;
  const keys: ObjectKey[] = [];
  for (let count = 1; count < minObjects; count += 1) {
    const key = newKey(trial);
    if (isAccepted(await create(trial, key, spec))) keys.push(key);
  }
  return keys;
}

interface Listed {
  readonly dialect: Dialect;
  readonly kind: KindDialect;
  readonly list: ListOperation;
  readonly shared: Shared;
}

interface Explained {
  readonly list: ListOperation;
  readonly reason: string;
  readonly isSure: boolean;
}

type Given = Readonly<Record<string, number | string>>;

interface Page {
  readonly names: readonly string[];
  readonly body: JsonValue;
}

class PageTrial {
  readonly #listed: Listed;

  constructor(listed: Listed) {
    this.#listed = listed;
  }

  async explain(spare: readonly string[]): Promise<Explained | undefined> {
    const whole = await this.#page({});
    if (whole === undefined || whole.names.length < minObjects) return undefined;
    if (whole.names.length > maxObjects) return undefined;
    const { names } = whole;
    const size = await this.#sizeAmong(spare, names);
    const rest = spare.filter((name) => name !== size);
    const counted = await this.#countAmong(rest, { names, size });
    if (counted !== undefined) return this.#countedBy(counted, { size, names });
    const token =
      size === undefined
        ? await this.#endAmong(rest, whole)
        : await this.#tokenAmong(rest, { names, size });
    if (token === undefined) return size === undefined ? undefined : this.#enlarged(size, names);
    const reason = `${token.argument} accepts the value of ${token.next} from the previous page`;
    const list = withArguments(this.#listed.list, { [token.argument]: "$page" });
    const sized = await this.#withSize(list, { size, names });
    const isSure = size !== undefined;
    return { list: { ...sized, pages: { next: token.next } }, reason, isSure };
  }

  /** Adds the usual page size to the arguments of a list, if the endpoint accepts it. */
  async #withSize(
    list: ListOperation,
    { size, names }: { readonly size: string | undefined; readonly names: readonly string[] },
  ): Promise<ListOperation> {
    const isLarge =
      size !== undefined && isStart(await this.#page({ [size]: pageSize }), names, pageSize);
    return isLarge ? withArguments(list, { [size]: pageSize }) : list;
  }

  /** Lists the texts in a page that may be the token of the next page: those next to the list, and the last object's. */
  #tokensIn(body: JsonValue): readonly Text[] {
    const { list, kind } = this.#listed;
    return [...textsBeside(body, list), ...textsInLast(body, list, kind)];
  }

  /**
   * Finds the argument for the next-page token, and the path of the token, if the page size is unknown and all objects
   * are on one page. With the token of the last page, the list is empty.
   */
  async #endAmong(
    rest: readonly string[],
    { names, body }: Page,
  ): Promise<{ readonly argument: string; readonly next: string } | undefined> {
    for (const argument of rest) {
      for (const { path, text } of this.#tokensIn(body)) {
        const [after, other] = [
          await this.#page({ [argument]: text }),
          await this.#page({ [argument]: `${text}0` }),
        ];
        // If any value makes the list empty, the argument is a filter.
        if (after?.names.length === 0 && !isSame(other?.names ?? names, [])) {
          return { argument, next: path };
        }
      }
    }
    return undefined;
  }

  async #sizeAmong(
    spare: readonly string[],
    names: readonly string[],
  ): Promise<string | undefined> {
    for (const name of spare) {
      if (isStart(await this.#page({ [name]: 2 }), names, 2)) return name;
    }
    return undefined;
  }

  async #countAmong(
    rest: readonly string[],
    { names, size }: { readonly names: readonly string[]; readonly size: string | undefined },
  ): Promise<{ readonly name: string; readonly by: "number" | "offset" } | undefined> {
    const sized = size === undefined ? {} : { [size]: 2 };
    const length = size === undefined ? names.length : 2;
    for (const name of rest) {
      const first = await this.#page({ ...sized, [name]: 1 });
      const second = await this.#page({ ...sized, [name]: 2 });
      if (first === undefined || second === undefined) continue;
      if (isSame(first.names, names.slice(1, 1 + length))) {
        if (isSame(second.names, names.slice(2, 2 + length))) return { name, by: "offset" };
      }
      const isFromOne =
        isSame(first.names, names.slice(0, length)) &&
        isSame(second.names, names.slice(length, 2 * length));
      const isFromZero =
        size !== undefined &&
        isSame(first.names, names.slice(length, 2 * length)) &&
        isSame(second.names, names.slice(2 * length, 3 * length));
      if (isFromOne || isFromZero) return { name, by: "number" };
    }
    return undefined;
  }

  async #countedBy(
    { name, by }: { readonly name: string; readonly by: "number" | "offset" },
    { size, names }: { readonly size: string | undefined; readonly names: readonly string[] },
  ): Promise<Explained> {
    const list = withArguments(this.#listed.list, { [name]: "$page" });
    const what = by === "offset" ? "the objects before a page" : "pages";
    const reason = `${name} counts ${what}, as observed`;
    const sized = await this.#withSize(list, { size, names });
    return { list: { ...sized, pages: { by } }, reason, isSure: size !== undefined };
  }

  async #tokenAmong(
    rest: readonly string[],
    { names, size }: { readonly names: readonly string[]; readonly size: string },
  ): Promise<{ readonly argument: string; readonly next: string } | undefined> {
    const first = await this.#page({ [size]: 1 });
    const found = first === undefined ? [] : this.#tokensIn(first.body);
    for (const argument of rest) {
      for (const { path, text } of found) {
        const second = await this.#page({ [size]: 1, [argument]: text });
        if (second !== undefined && isSame(second.names, names.slice(1, 2))) {
          return { argument, next: path };
        }
      }
    }
    return undefined;
  }

  /** Resolves with the list and the largest accepted page size, if no argument requests the next page. */
  async #enlarged(size: string, names: readonly string[]): Promise<Explained | undefined> {
    for (const most of [1000, pageSize]) {
      if (!isStart(await this.#page({ [size]: most }), names, most)) continue;
      const list = withArguments(this.#listed.list, { [size]: most });
      const reason = `no argument for the next page was found, only ${size} for the page size`;
      return { list, reason, isSure: false };
    }
    return undefined;
  }

  /** Resolves with undefined if the list is rejected or cannot be read. */
  async #page(given: Given): Promise<Page | undefined> {
    const { dialect, kind, list, shared } = this.#listed;
    const tried = { ...kind.operations, list: [withArguments(list, given)] };
    try {
      return await onTrial(withKind(dialect, { ...kind, operations: tried }), kind.name, {
        shared,
        work: async (trial) => pageIn(await send(trial, this.#command(trial))),
      });
    } catch (error) {
      if (shared.means.signal.aborted) throw error;
      return undefined;
    }
  }

  #command({ kind }: Trial): Parameters<typeof send>[1] {
    const [namespace] = kind.namespaces;
    const place = kind.scope === "cluster" || namespace === undefined ? {} : { namespace };
    return { verb: "list", identity: "author", kind: kind.name, ...place };
  }
}

const pageSize = 100;

function pageIn({ outcome, reply }: Exchange): Page | undefined {
  if (outcome.result !== "list") return undefined;
  return { names: outcome.items.map(({ metadata }) => metadata.name), body: reply?.body ?? null };
}

function withArguments(list: ListOperation, more: Given): ListOperation {
  const all = Object.entries(more).reduce<Tree>(
    (tree, [path, value]) => withValue(tree, path.split("."), value),
    list.arguments,
  );
  return { ...list, arguments: all };
}

type Tree = Readonly<Record<string, ArgumentTree>>;

function withValue(tree: Tree, path: readonly string[], value: number | string): Tree {
  const [step = "", ...rest] = path;
  if (rest.length === 0) return { ...tree, [step]: value };
  const inner = tree[step];
  return { ...tree, [step]: withValue(isJsonObject(inner) ? inner : {}, rest, value) };
}

function isStart(page: Page | undefined, names: readonly string[], length: number): boolean {
  return page !== undefined && isSame(page.names, names.slice(0, length));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

interface Text {
  readonly path: string;
  readonly text: string;
}

function textsBeside(body: JsonValue, { field }: ListOperation): readonly Text[] {
  return textsIn(resultIn(body, field), "");
}

function resultIn(body: JsonValue, field: string): JsonValue {
  const data = isJsonObject(body) ? (body["data"] ?? null) : null;
  return field.split(".").reduce<JsonValue>(memberOf, data);
}

/** Returns the keys of the last object of a page, and the cursor next to that object. */
function textsInLast(
  body: JsonValue,
  { field, items }: ListOperation,
  { paths }: KindDialect,
): readonly Text[] {
  const result = resultIn(body, field);
  const around = items.split(".").slice(0, -1).join(".");
  const keys = [paths.uid, paths.name].map((path) => below(items, path));
  return [...new Set([...(around === "" ? [] : [below(around, "cursor")]), ...keys])].flatMap(
    (path) => {
      const text = signsAt(result, path).at(-1);
      return typeof text === "string" ? [{ path, text }] : [];
    },
  );
}

function memberOf(value: JsonValue, step: string): JsonValue {
  return isJsonObject(value) ? (value[step] ?? null) : null;
}

function textsIn(value: JsonValue, path: string): readonly Text[] {
  if (typeof value === "string") return path === "" ? [] : [{ path, text: value }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "__typename" ? [] : textsIn(inner, path === "" ? name : `${path}.${name}`),
  );
}
