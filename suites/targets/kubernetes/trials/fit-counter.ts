import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { isSameJson, readCount, writtenCount } from "../resources/counter-form.ts";
import type { CounterForm, CountWriting } from "../resources/counter-form.ts";
import type { StatusForm } from "../resources/status-form.ts";
import type { TrialServer } from "./trial-server.ts";

export interface CounterFitting {
  readonly statuses: readonly JsonObject[];
  readonly form: Omit<StatusForm, "counter">;
  readonly trialServer: TrialServer;
  readonly isIdentity: (path: readonly (number | string)[]) => boolean;
  /** Whether the schema may reject single values between values that it allows. */
  readonly isRestricted: (path: readonly (number | string)[]) => boolean;
  /** Whether the schema allows a status with a count. Used if no server is available. */
  readonly admits: (status: JsonObject) => boolean;
}

export interface CounterFitted {
  readonly counter: string;
  readonly counterForm?: CounterForm;
}

const counts = [0, 1, 7, 64, 1_000, 1_999, 250_000] as const;

const maxTried = 60;

/**
 * Finds a value in a status that can contain any count: the observed generation, a number, a string, a timestamp, or a
 * list item. Resolves with undefined if there is none.
 */
export async function fitCounter(fitting: CounterFitting): Promise<CounterFitted | undefined> {
  const [sample = {}] = fitting.statuses;
  const forms = Object.entries(sample)
    .flatMap(([member, value]) => formsOf(member, value))
    .toSorted((left, right) => rankIn(left, fitting) - rankIn(right, fitting));
  for (const form of forms.filter((one) => isApart(one, fitting)).slice(0, maxTried)) {
    if (await holds(form, fitting)) {
      const { member } = form;
      const isPlain = isBare(form);
      return isPlain ? { counter: member } : { counter: member, counterForm: form };
    }
  }
  return undefined;
}

function isBare({ path, writing }: CounterForm): boolean {
  return path.length === 0 && writing.kind === "number" && writing.offset === 0;
}

/**
 * Whether a form is not part of an item's key, and no sample could be mistaken for a count. Samples do not matter if
 * counts are plain numbers.
 */
function isApart(
  form: CounterForm,
  { statuses, form: { standIn }, isIdentity }: CounterFitting,
): boolean {
  if (isIdentity([form.member, ...form.path])) return false;
  if (isBare(form)) return true;
  const values = [...statuses, standIn].map((status) => status[form.member]);
  return values.every((value) => readCount(form, value) === undefined);
}

/** Ranks restricted small counts behind large ones: excluded values and ends of ranges are usually small. */
function rankIn(form: CounterForm, { isRestricted }: CounterFitting): number {
  const isSmall = form.writing.kind !== "number" || form.writing.offset === 0;
  return rankOf(form) + (isSmall && isRestricted([form.member, ...form.path]) ? 4 : 0);
}

/**
 * Ranks a form, best first: outer values before inner ones, numbers before strings, free-form strings before strings
 * with a meaning.
 */
function rankOf({ member, path, writing }: CounterForm): number {
  if (member === "observedGeneration" && path.length === 0) return 0;
  const kinds = {
    number: writing.kind === "number" && writing.offset > 0 ? 3 : 0,
    text: 1,
    time: 2,
  } as const;
  const last = path.at(-1);
  const isKey = last === "name" || last === "type" || last === "status";
  // Conditions come last, because checks of conditions write counts too.
  const apart = member === "conditions" ? 100 : 0;
  return 1 + path.length * 10 + kinds[writing.kind] + (isKey ? 5 : 0) + apart;
}

const textWritings: readonly CountWriting[] = [
  { kind: "text", before: "count-", after: "", width: 0 },
  { kind: "text", before: "", after: "", width: 0 },
  { kind: "text", before: "count", after: "", width: 0 },
  { kind: "text", before: "Count", after: "", width: 0 },
  { kind: "text", before: "count-", after: ".example.com", width: 0 },
  { kind: "text", before: "example.com/count-", after: "", width: 0 },
  { kind: "text", before: "https://example.com/", after: "", width: 0 },
  { kind: "text", before: "v1.", after: ".0", width: 0 },
  { kind: "text", before: "", after: "m", width: 0 },
  { kind: "text", before: "", after: "", width: 8 },
  { kind: "text", before: "", after: "", width: 32 },
  { kind: "text", before: "", after: "", width: 40 },
  { kind: "text", before: "", after: "", width: 64 },
  { kind: "text", before: "sha256:", after: "", width: 64 },
];

function formsOf(member: string, template: JsonValue): readonly CounterForm[] {
  return placesIn(template).flatMap(({ path, leaf }) => {
    const writings =
      typeof leaf === "number" ? numberWritings(path.length === 0) : writingsOf(leaf);
    return writings.map((writing) => ({ member, template, path, writing }));
  });
}

/**
 * The count itself, and the count as a large number. Nested counts are always large, because samples may contain small
 * numbers.
 */
function numberWritings(isOuter: boolean): readonly CountWriting[] {
  const far = { kind: "number", offset: 10_000_000 } as const;
  return isOuter ? [{ kind: "number", offset: 0 }, far] : [far];
}

function writingsOf(leaf: JsonValue): readonly CountWriting[] {
  if (typeof leaf !== "string") return [];
  if (/^\d{4}-\d{2}-\d{2}T/u.test(leaf)) return [{ kind: "time" }];
  return textWritings;
}

interface Leaf {
  readonly path: readonly (number | string)[];
  readonly leaf: JsonValue;
}

function placesIn(value: JsonValue, path: readonly (number | string)[] = []): readonly Leaf[] {
  if (path.length > 4) return [];
  if (isJsonList(value)) return value.flatMap((item, index) => placesIn(item, [...path, index]));
  if (!isJsonObject(value)) return [{ path, leaf: value }];
  return Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]));
}

async function holds(
  form: CounterForm,
  { form: { always }, trialServer, admits }: CounterFitting,
): Promise<boolean> {
  for (const count of counts) {
    const value = writtenCount(form, count);
    const status = { ...always, [form.member]: value };
    if (!admits({ [form.member]: value })) return false;
    const reply = await trialServer.tryStatus(status);
    const stored = reply.isAccepted ? reply.object["status"] : undefined;
    const kept = isJsonObject(stored) ? stored[form.member] : undefined;
    if (!isSameJson(kept, value) || readCount(form, kept) !== count) return false;
  }
  return true;
}
