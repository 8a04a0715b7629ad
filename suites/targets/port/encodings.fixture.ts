export const base64 = (text: string): string => Buffer.from(text).toString("base64");

const percent = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;
const bytesOf = (text: string): readonly number[] => [...Buffer.from(text)];
const unit = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quotes = (text: string, single: string): string =>
  escapeHtml(text).replaceAll('"', "&quot;").replaceAll("'", single);
const mime = (text: string, width: number, end: string): string =>
  base64(text)
    .split("")
    .map((letter, index) => (index > 0 && index % width === 0 ? `${end}${letter}` : letter))
    .join("");
const hexPairs = (text: string, between: string): string =>
  bytesOf(text)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(between);

/** Text encodings in the standard libraries of eight languages, by function. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  "JavaScript encodeURIComponent": encodeURIComponent,
  "JavaScript encodeURI": encodeURI,
  "JavaScript URLSearchParams": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "JavaScript escape, lower case": (text) =>
    encodeURIComponent(text).replaceAll(/%../gu, (code) => code.toLowerCase()),
  "JavaScript JSON.stringify": json,
  "JavaScript JSON.stringify twice": (text) => json(json(text)),
  "JavaScript JSON.stringify three times": (text) => json(json(json(text))),
  "JavaScript btoa": base64,
  "JavaScript base64url": (text) => Buffer.from(text).toString("base64url"),
  "Python urllib.parse.quote": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
  "Python urllib.parse.quote_plus": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Python quote twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "Python html.escape": (text) => quotes(text, "&#x27;"),
  "Python json.dumps": json,
  "Python base64.encodebytes": (text) => mime(text, 76, "\n"),
  "Python quopri": (text) =>
    text.replaceAll(/[=%+/&]/gu, (one) => `=${percent(one.charCodeAt(0)).slice(1).toUpperCase()}`),
  "Python bytes.hex": (text) => hexPairs(text, ""),
  "Python bytes.hex with colons": (text) => hexPairs(text, ":"),
  "Python unicode_escape": (text) => text.replaceAll("\\", "\\\\"),
  "Go url.QueryEscape": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Go json.Marshal": (text) => json(text).replaceAll(/[<>&]/gu, unit),
  "Go html.EscapeString": (text) =>
    escapeHtml(text).replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
  "Go strconv.Quote": json,
  "Go hex.EncodeToString": (text) => hexPairs(text, ""),
  "Java URLEncoder": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Java Base64 MIME": (text) => mime(text, 20, "\r\n"),
  "Java HTML escape": (text) => quotes(text, "&#39;"),
  "Java JSON with every character escaped": (text) => Array.from(text).map(unit).join(""),
  "PHP json_encode": (text) => json(text).replaceAll("/", "\\/"),
  "PHP rawurlencode": encodeURIComponent,
  "PHP htmlspecialchars": (text) => quotes(text, "&#039;"),
  "PHP chunk_split": (text) => mime(text, 12, "\r\n"),
  "PHP base64 twice": (text) => base64(base64(text)),
  "PHP rawurlencode of each byte": (text) => bytesOf(text).map(percent).join(""),
  "Ruby CGI.escape": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "Ruby CGI.escapeHTML": (text) => quotes(text, "&#39;"),
  "Ruby Base64.encode64": (text) => mime(text, 60, "\n"),
  "Ruby inspect": json,
  "C# Uri.EscapeDataString": encodeURIComponent,
  "C# JsonSerializer": (text) =>
    json(text)
      .replaceAll(/[<>&'"+]/gu, unit)
      .replaceAll("\\\\u0022", "\\u0022"),
  "C# WebUtility.HtmlEncode": (text) => quotes(text, "&#39;"),
  "C# BitConverter": (text) => hexPairs(text, "-").toUpperCase(),
  "C# UTF-16": (text) => Array.from(text).join("\0"),
  "Rust percent_encoding of all": (text) =>
    bytesOf(text)
      .map((byte) => percent(byte).toUpperCase())
      .join(""),
  "Rust escape_unicode": (text) =>
    Array.from(text)
      .map((one) => `\\u{${one.charCodeAt(0).toString(16)}}`)
      .join(""),
  "Rust escape_default": (text) => text.replaceAll(/[\\'"]/gu, String.raw`\$&`),
};

/** Encodings that are decoded character by character, in any order and number. */
export const escapingOnly: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  json,
  (text) => quotes(text, "&#39;"),
  (text) => Array.from(text).map(unit).join(""),
  (text) => bytesOf(text).map(percent).join(""),
];
