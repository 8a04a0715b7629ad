import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export function canary(place: string): string {
  return `canary-of-${place}-Zx9/+Q7${Buffer.from(place).toString("hex")}`;
}

export interface GivenText {
  readonly where: string;
  readonly text: string;
}

export interface Leak {
  readonly canary: string;
  readonly form: string;
  readonly where: string;
  readonly around: string;
}

export function leaksIn(texts: readonly GivenText[], canaries: readonly string[]): readonly Leak[] {
  return canaries.flatMap((one) =>
    Object.entries(formsOf(one)).flatMap(([form, letters]) =>
      texts.flatMap(({ where, text }) => {
        const place = text.indexOf(letters);
        if (place < 0) return [];
        const around = text.slice(Math.max(0, place - 60), place + 120);
        return [{ canary: one, form, where, around }];
      }),
    ),
  );
}

export function formsOf(secret: string): Readonly<Record<string, string>> {
  return {
    plain: secret,
    url: encodeURIComponent(secret),
    hex: Buffer.from(secret).toString("hex"),
    base64: middle(Buffer.from(secret).toString("base64")),
    base64url: middle(Buffer.from(secret).toString("base64url")),
    "base64 with its scheme": middle(Buffer.from(`Bearer ${secret}`).toString("base64")).slice(8),
    "base64 with a name": middle(Buffer.from(`canary:${secret}`).toString("base64")).slice(8),
    // Neither half of a secret may appear alone.
    "first half": secret.slice(0, -6),
    "second half": secret.slice(10),
  };
}

export function filesBelow(folder: string, own: ReadonlySet<string>): readonly GivenText[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && !own.has(path))
    .map((path) => ({ where: path, text: `${path}\n${readFileSync(path, "utf8")}` }));
}

/** Returns the middle of a Base64 string, which is the only part that does not depend on the adjacent characters. */
function middle(text: string): string {
  return text.slice(4, -4);
}
