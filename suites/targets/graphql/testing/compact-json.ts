const width = 100;

/** Formats JSON like the code formatter: a value is on one line if the line is short enough. */
export function compactJson(value: unknown, indent = "", used = 0): string {
  const flat = flatJson(value);
  const isShort = indent.length + used + flat.length <= width;
  if (isShort || typeof value !== "object" || value === null) return flat;
  const inner = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item: unknown) => compactJson(item, inner, 1))
    : Object.entries(value).map(([name, item]: [string, unknown]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${compactJson(item, inner, key.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${rows.map((row) => `${inner}${row}`).join(",\n")}\n${indent}${close}`;
}

function flatJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flatJson).join(", ")}]`;
  const rows = Object.entries(value).map(
    ([name, item]: [string, unknown]) => `${JSON.stringify(name)}: ${flatJson(item)}`,
  );
  return rows.length === 0 ? "{}" : `{ ${rows.join(", ")} }`;
}
