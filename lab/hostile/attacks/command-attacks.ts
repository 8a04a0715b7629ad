import { ownCommand } from "../../../reports/text/shell-command.ts";
import { mixed } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const parts = [
  "npx conformance",
  "conformance",
  " --endpoint http://a/b",
  " --hook 'restart=rm x'",
  " --identity author=command:id",
  " --only 'a b'",
  "; id",
  " && id",
  "|sh",
  "$(id)",
  "`id`",
  "\nid",
  "'",
  '"',
  "\\",
  " > x",
  " ~/x",
  " #",
  " --timeout 3",
];

export const commandFamily = (part: typeof ownCommand): AttackFamily => ({
  name: "forged command",
  proves: "the only commands from a record that are suggested are plain calls of the suite",
  weight: 8,
  attempt: ({ random }) => {
    const shown = part(mixed(random, ["npx conformance", ...parts], 8));
    const bare = shown.replaceAll(/'[^']*'/gu, "");
    const isPlain = /^(?:npx )?conformance(?: |$)/u.test(bare) && !/[;&|$`\n"<>~#]/u.test(bare);
    const names = /--hook|command:/u.test(bare);
    return Promise.resolve(isPlain && !names ? [] : [shown]);
  },
});

export const commandAttacks: AttackFamily = commandFamily(ownCommand);
