import type { JsonValue } from "#contract";

export const instants = ["2024-01-01T00:00:00Z", "2024-02-02T10:20:30Z", "2024-03-03T23:59:59Z"];

export function isTimeName(name: string): boolean {
  return /(?:time|timestamp|date|At)$/u.test(name);
}

/** Sample values by format. A pattern matches the name of the format. */
export const formats: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bduration\b/iu, ["PT1S", "PT2S", "PT3S"]],
  [/\btime ?zone\b|\biana\b/iu, ["Europe/Berlin", "America/New_York", "Asia/Tokyo"]],
  [/\butc ?offset\b/iu, ["+01:00", "+02:00", "-05:00"]],
  [/\blocal (?:end )?time\b/iu, ["10:20:30", "11:20:30", "12:20:30"]],
  [/\b(?:full-time|time-string)\b/iu, ["10:20:30Z", "11:20:30Z", "12:20:30Z"]],
  [/rfc.?3339|iso.?8601|date-?time|timestamp/iu, instants],
  [/\byyyy-mm-dd\b|\bdate\b/iu, ["2024-01-01", "2024-02-02", "2024-03-03"]],
  [
    /\buuid\b|rfc.?(?:4122|9562)/iu,
    [
      "0b9c7a4e-5d0f-4a57-9a3e-1c1f6d1a0001",
      "0b9c7a4e-5d0f-4a57-9a3e-1c1f6d1a0002",
      "0b9c7a4e-5d0f-4a57-9a3e-1c1f6d1a0003",
    ],
  ],
  [/e-?mail|rfc.?(?:5321|5322)/iu, ["a@example.com", "b@example.com", "c@example.com"]],
  [
    /\bur[il]\b|rfc.?3986/iu,
    ["https://a.example.com/", "https://b.example.com/", "https://c.example.com/"],
  ],
  [/ipv6/iu, ["2001:db8::1", "2001:db8::2", "2001:db8::3"]],
  [/ipv4|ip address/iu, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]],
  [/\bcidr\b/iu, ["192.0.2.0/28", "192.0.2.16/28", "192.0.2.32/28"]],
  [/quantity/iu, ["1Gi", "2Gi", "3Gi"]],
  [/semver|semantic version/iu, ["1.0.0", "1.0.1", "2.0.0"]],
  [/sha-?256/iu, ["a".repeat(64), "b".repeat(64), "c".repeat(64)]],
  [/\brgba\b/iu, ["rgba(10, 20, 30, 0.5)", "rgba(20, 30, 40, 0.5)", "rgba(30, 40, 50, 0.5)"]],
  [/\brgb\b/iu, ["rgb(10, 20, 30)", "rgb(20, 30, 40)", "rgb(30, 40, 50)"]],
  [/\bhsla\b/iu, ["hsla(10, 20%, 30%, 0.5)", "hsla(20, 30%, 40%, 0.5)", "hsla(30, 40%, 50%, 0.5)"]],
  [/\bhsl\b/iu, ["hsl(10, 20%, 30%)", "hsl(20, 30%, 40%)", "hsl(30, 40%, 50%)"]],
  [/\bcolou?r\b|colou?rcode/iu, ["#0a1b2c", "#1b2c3d", "#2c3d4e"]],
  [
    /\bobject ?id\b/iu,
    ["64b7f0c2a1d4e5f6a7b8c9d1", "64b7f0c2a1d4e5f6a7b8c9d2", "64b7f0c2a1d4e5f6a7b8c9d3"],
  ],
  [
    /\bulid\b/iu,
    ["01000000000000000000000001", "01000000000000000000000002", "01000000000000000000000003"],
  ],
  [/\bmac\b/iu, ["00:00:5e:00:53:01", "00:00:5e:00:53:02", "00:00:5e:00:53:03"]],
  [/\biban\b/iu, ["DE89370400440532013000", "GB82WEST12345698765432", "BE68539007547034"]],
  [/\bisbn\b/iu, ["9780306406157", "9783161484100", "9780131103627"]],
  [/\bphone|\be\.?164\b/iu, ["+12025550101", "+12025550102", "+12025550103"]],
  [/\blocale\b|\bbcp.?47\b|\blanguage (?:code|tag)\b/iu, ["de-DE", "fr-FR", "en-GB"]],
  [/hex/iu, ["0a", "0b", "0c"]],
  [/base64|rfc.?4648/iu, ["YQ==", "Yg==", "Yw=="]],
  [/iso.?4217|currency(?: code)?$|currency code/iu, ["EUR", "USD", "CHF"]],
  [/\bcountry name\b/iu, ["Germany", "France", "Switzerland"]],
  [/iso.?3166|country code/iu, ["DE", "FR", "CH"]],
  [/host ?name|dns|rfc.?(?:1123|1035)|kebab|lower-?case/iu, ["a-one", "b-two", "c-three"]],
  [/upper-?case/iu, ["AONE", "BTWO", "CTHREE"]],
];

/** Matches a time format in letters, such as `HH:MM` or `DD.MM.YYYY`. */
const lettered =
  /(?<![\p{L}\p{N}])(?:YYYY|yyyy|DD|dd|HH|hh|MM|mm|SS|ss)(?:[-:./ T]?(?:YYYY|yyyy|DD|dd|HH|hh|MM|mm|SS|ss))+Z?(?![\p{L}\p{N}])/u;

export function letteredIn(text: string): readonly string[] | undefined {
  const format = lettered.exec(text)?.[0];
  if (format === undefined) return undefined;
  // The numbers are valid days, months, hours, minutes and seconds.
  return ["01", "02", "03"].map((number) =>
    format.replaceAll(/y{4}/giu, "2024").replaceAll(/(?:DD|HH|MM|SS)/giu, number),
  );
}

/** Returns sample values for a scalar type whose name is that of a common format, such as `IBAN` or `HexColorCode`. */
export function formatNamed(type: string): readonly string[] | undefined {
  return formatIn(spaced(type));
}

/** Whether the name of a scalar type contains a word for integers. An `Account` does not. */
export function isIntegerNamed(type: string): boolean {
  return spaced(type)
    .split(" ")
    .some((word) => integerWord.test(word));
}

const integerWord =
  /^(?:big|medium|safe|small|tiny|u)?(?:int(?:eger)?|long)\d*$|^(?:count|counter|number)\d*$/iu;

function spaced(name: string): string {
  return name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_/gu, " ");
}

export function formatIn(text: string): readonly string[] | undefined {
  return formats.find(([sign]) => sign.test(text))?.[1];
}

/** Like `formatIn`, but also finds the name of a format in the name of a type: `not a valid LocalDate`. */
export function formatWordIn(text: string): readonly string[] | undefined {
  return formatIn(text) ?? formatIn(spaced(text));
}

/** Returns numbers for a time since an epoch, if a text mentions one: in milliseconds or in seconds. */
function epochIn(text: string): readonly number[] | undefined {
  const words = spaced(text);
  if (!/\b(?:epoch|unix)\b/iu.test(words)) return undefined;
  const seconds = [1_704_067_200, 1_706_869_230, 1_709_510_399];
  return /milli|\bms\b/iu.test(words) ? seconds.map((second) => second * 1000) : seconds;
}

/** Returns distinct sample values in the format or of the numeric type that a description names. */
export function scalarValuesIn(text: string): readonly JsonValue[] | undefined {
  const isText = /\bas (?:an? )?(?:\w+ )?(?:string|text)\b|\bnumeric string\b/iu.test(text);
  if (/\bis an? (?:\w+ )?string of\b/iu.test(text)) return formatIn(text);
  const values = epochIn(text) ?? plainNumbersIn(text);
  return values === undefined ? formatIn(text) : isText ? values.map(String) : values;
}

function plainNumbersIn(text: string): readonly number[] | undefined {
  if (/\b(?:integer|whole number|int(?:32|64)?|long)\b/iu.test(text)) return [1, 2, 3];
  return /\b(?:float|double|decimal|real number|number)\b/iu.test(text)
    ? [1.5, 2.5, 3.5]
    : undefined;
}
