import { floatAt, intAt } from "./columns.ts";

/**
 * Returns the indexes of `keys` in ascending, stable order. Linear: uses insertion sort for nearly sorted keys,
 * counting sort for integers in a narrow range, and radix sort for others.
 */
export function orderOf(keys: Float64Array): Int32Array {
  const shifted = orderByShifting(keys);
  if (shifted !== undefined) return shifted;
  const range = denseRange(keys);
  if (range !== undefined) return orderByCounting(keys, range);
  return keys.length < fewKeys ? orderByComparing(keys) : orderByDigits(keys);
}

/** Sorts indexes stably by group, and returns the start offset of each group, followed by the end of the last group. */
export function partition(
  groups: Int32Array,
  groupCount: number,
): { readonly order: Int32Array; readonly starts: Int32Array } {
  const starts = startsOf(groups, groupCount);
  const next = starts.slice();
  const order = new Int32Array(groups.length);
  for (let i = 0; i < groups.length; i += 1) {
    const group = intAt(groups, i);
    order[intAt(next, group)] = i;
    next[group] = intAt(next, group) + 1;
  }
  return { order, starts };
}

/** Returns the start offset of each group, followed by the end of the last group. */
export function startsOf(groups: Int32Array, groupCount: number): Int32Array {
  const starts = new Int32Array(groupCount + 1);
  for (let i = 0; i < groups.length; i += 1) {
    const next = intAt(groups, i) + 1;
    starts[next] = intAt(starts, next) + 1;
  }
  accumulate(starts);
  return starts;
}

/** With fewer keys, comparison sort is faster than radix sort. */
const fewKeys = 4096;

function orderByComparing(keys: Float64Array): Int32Array {
  const order = Int32Array.from(keys, (_, i) => i);
  return order.toSorted((a, b) => floatAt(keys, a) - floatAt(keys, b) || a - b);
}

/** Insertion sort is faster up to this number of shifts per key on average. */
const maxShifts = 8;

/**
 * Insertion sort. Returns undefined if keys are far from their sorted positions. Usually they are close: recorders
 * write operations when they finish, and few operations start before a preceding one returns.
 */
function orderByShifting(keys: Float64Array): Int32Array | undefined {
  const order = new Int32Array(keys.length);
  let shifts = 64;
  let largest = -Infinity;
  for (let i = 0; i < keys.length; i += 1) {
    const key = floatAt(keys, i);
    shifts += maxShifts;
    if (key >= largest) {
      largest = key;
      order[i] = i;
      continue;
    }
    let place = i;
    for (; place > 0 && shifts > 0; place -= 1) {
      const before = intAt(order, place - 1);
      if (floatAt(keys, before) <= key) break;
      order[place] = before;
      shifts -= 1;
    }
    if (shifts <= 0) return undefined;
    order[place] = i;
  }
  return order;
}

function indexesOf(keys: Float64Array): Int32Array<ArrayBuffer> {
  const order = new Int32Array(keys.length);
  for (let i = 0; i < order.length; i += 1) order[i] = i;
  return order;
}

interface Range {
  readonly lowest: number;
  readonly size: number;
}

/**
 * Returns the range of the keys if they are integers and the range is not much larger than their number. Otherwise,
 * returns undefined.
 */
function denseRange(keys: Float64Array): Range | undefined {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < keys.length; i += 1) {
    const key = floatAt(keys, i);
    if (!Number.isSafeInteger(key)) return undefined;
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  const size = keys.length === 0 ? 0 : highest - lowest + 1;
  return size <= 4 * keys.length + 64 ? { lowest, size } : undefined;
}

function orderByCounting(keys: Float64Array, { lowest, size }: Range): Int32Array {
  const next = new Int32Array(size + 1);
  for (let i = 0; i < keys.length; i += 1) {
    const slot = floatAt(keys, i) - lowest + 1;
    next[slot] = intAt(next, slot) + 1;
  }
  accumulate(next);
  const order = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i += 1) {
    const slot = floatAt(keys, i) - lowest;
    order[intAt(next, slot)] = i;
    next[slot] = intAt(next, slot) + 1;
  }
  return order;
}

function accumulate(counts: Int32Array): void {
  for (let i = 1; i < counts.length; i += 1) counts[i] = intAt(counts, i) + intAt(counts, i - 1);
}

const digitCount = 4;
const digitRange = 2 ** 16;

function orderByDigits(keys: Float64Array): Int32Array {
  const digits = sortableDigits(keys);
  let order = indexesOf(keys);
  for (let digit = 0; digit < digitCount; digit += 1) {
    order = orderByDigit(order, digits, digit);
  }
  return order;
}

/**
 * Returns the bits of the keys as 16-bit digits, lowest first. The bits are transformed so that comparing digits
 * compares keys.
 */
function sortableDigits(keys: Float64Array): Uint16Array {
  // Adding zero makes -0 equal to 0.
  const digits = new Uint16Array(keys.map((key) => key + 0).buffer);
  if (isBigEndian()) for (let i = 0; i < digits.length; i += 4) digits.subarray(i, i + 4).reverse();
  for (let i = 0; i < digits.length; i += digitCount) {
    const top = digits[i + digitCount - 1] ?? 0;
    // Positive numbers must sort above negative ones. Negative numbers sort in reverse, so all of their bits are
    // inverted.
    const mask = top >= 0x8000 ? 0xffff : 0;
    for (let digit = i; digit < i + digitCount; digit += 1) {
      digits[digit] = (digits[digit] ?? 0) ^ mask;
    }
    if (mask === 0) digits[i + digitCount - 1] = top | 0x8000;
  }
  return digits;
}

function isBigEndian(): boolean {
  return new Uint16Array(new Float64Array([1]).buffer)[0] !== 0;
}

function orderByDigit(
  order: Int32Array<ArrayBuffer>,
  digits: Uint16Array,
  digit: number,
): Int32Array<ArrayBuffer> {
  const next = new Int32Array(digitRange + 1);
  for (let i = digit; i < digits.length; i += digitCount) {
    const slot = (digits[i] ?? 0) + 1;
    next[slot] = intAt(next, slot) + 1;
  }
  if (next.includes(order.length)) return order;
  accumulate(next);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i += 1) {
    const index = intAt(order, i);
    const slot = digits[index * digitCount + digit] ?? 0;
    sorted[intAt(next, slot)] = index;
    next[slot] = intAt(next, slot) + 1;
  }
  return sorted;
}
