import { describe, expect, it } from "vitest";
import { commentsIn, commentsOf } from "./comments.ts";
import { drawSample } from "./draw-sample.ts";
import { exceptions } from "./exceptions.ts";
import { lintComments } from "./lint-comments.ts";
import { compareWithBaseline, countFindings, isSentence, lintTexts } from "./lint-texts.ts";
import { textsOf, userTextsIn } from "./user-texts.ts";

const root = new URL("../..", import.meta.url).pathname;

function messagesOf(file: string, content: string): string[] {
  return lintTexts(textsOf(file, content), []).map(({ line, message }) => `${line} ${message}`);
}

describe("the language lint for user texts", () => {
  it("rejects a phrase of the glossary in a literal, a template and a page", () => {
    const source = 'const one = 1;\nfail("nobody is there");\nfail(`take it that ${one} holds`);\n';
    expect(messagesOf("bin/a.ts", source)).toEqual([
      '2 "nobody": write the client, the caller, no client',
      '3 "take it that": write assume',
    ]);
    expect(messagesOf("docs/a.md", "# Title\n\nThe report says so.\n")).toEqual([
      '3 "says": write report, return, state, show, declare',
    ]);
  });

  it("accepts plain sentences, code, identifiers and addresses", () => {
    const page = [
      "Assume that the endpoint supports `nobody`.",
      "See [the page](https://example.com/beside) or https://example.com/beside.",
      "```text",
      "nobody is there",
      "```",
      "<!-- begin: start -->",
      "| reply-tells-version-ahead | 20 of 20 |",
    ].join("\n");
    expect(messagesOf("docs/a.md", page)).toEqual([]);
    expect(messagesOf("bin/a.ts", 'const kind = "member"; // nobody says so\n')).toEqual([]);
  });

  it("joins literals that a plus sign concatenates", () => {
    const source =
      'const reason =\n  "A change that is lost " +\n  `in ${phase} ` + "is found.";\n';
    expect(textsOf("bin/a.ts", source)).toEqual([
      { file: "bin/a.ts", line: 2, text: "A change that is lost in {} is found." },
    ]);
  });

  it("draws sentences, not figures or names", () => {
    const texts = [
      "| stale-write-accepted | 5 of 5 | 1.2 s each |",
      "### fabric8-4216",
      "A change that is lost.",
    ];
    const drawn = texts.filter((text) => isSentence({ file: "docs/a.md", line: 1, text }));
    expect(drawn).toEqual(["A change that is lost."]);
  });

  it("reports sentences of more than 35 words", () => {
    const sentence = `${Array.from({ length: 36 }, () => "word").join(" ")}.`;
    expect(messagesOf("docs/a.md", sentence)).toEqual(["1 a sentence of 36 words: at most 35"]);
    expect(messagesOf("docs/a.md", sentence.replace("word ", ""))).toEqual([]);
  });

  it("ignores an exception in its file only", () => {
    const allowed = [{ file: "a.md", phrase: "nobody is there", reason: "a quotation" }];
    expect(lintTexts(textsOf("a.md", "nobody is there"), allowed)).toEqual([]);
    expect(lintTexts(textsOf("b.md", "nobody is there"), allowed)).toHaveLength(1);
  });

  it("fails for more or fewer findings than in the baseline", () => {
    const baseline = { "a.md": { phrase: 1 }, "b.md": { long: 2 } };
    const counts = { "a.md": { phrase: 2 }, "b.md": { long: 1 } };
    expect(compareWithBaseline(counts, baseline)).toEqual({
      worse: ["a.md: 2 of kind phrase, 1 in the baseline"],
      better: ["b.md: 1 of kind long, 2 in the baseline"],
    });
    expect(compareWithBaseline(baseline, baseline)).toEqual({ worse: [], better: [] });
  });
});

describe("the user texts of this repository", () => {
  const texts = userTextsIn(root);

  it("include help, findings, requirements, reports and pages", () => {
    const files = new Set(texts.map(({ file }) => file));
    for (const file of [
      "bin/commands/program.ts",
      "suites/checks/write/stores-submitted-status.ts",
      "suites/contract/requirements/write.ts",
      "reports/report/verdict-sentence.ts",
      "README.md",
    ])
      expect(files).toContain(file);
  });

  it("need each exception, and each has a reason", () => {
    for (const { file, phrase, reason } of exceptions) {
      expect(reason).not.toBe("");
      const found = lintTexts(
        texts.filter((text) => text.file === file && text.text.includes(phrase)),
        [],
      );
      expect(countFindings(found)[file]?.phrase ?? 0, `${file}: ${phrase}`).toBeGreaterThan(0);
    }
  });
});

describe("the language lint for comments", () => {
  it("reads docstrings and groups of line comments, without directives", () => {
    const source = [
      "/**",
      " * One.",
      " * Two.",
      " */",
      "const a = 1; // oxlint-disable-line",
      "// First",
      "// second.",
      "const b = '// none';",
    ].join("\n");
    expect(commentsOf("a.ts", source)).toEqual([
      { file: "a.ts", line: 1, text: "One. Two." },
      { file: "a.ts", line: 6, text: "First second." },
    ]);
  });

  it("rejects the phrases of its glossary outside of code", () => {
    const found = lintComments([
      { file: "a.ts", line: 1, text: "Tells a write of a status." },
      { file: "a.ts", line: 2, text: "Whether `nobody` may write." },
    ]);
    expect(found.map(({ line }) => line)).toContain(1);
    expect(found.map(({ line }) => line)).not.toContain(2);
  });

  it("reports sentences of more than 35 words", () => {
    const text = `${Array.from({ length: 36 }, () => "word").join(" ")}.`;
    expect(lintComments([{ file: "a.ts", line: 1, text }])).toMatchObject([{ kind: "long" }]);
  });

  it("draws the same sample for the same seed, from tests as well", () => {
    const comments = commentsIn(root);
    expect(comments.length).toBeGreaterThan(5_000);
    expect(comments.some(({ file }) => file.endsWith(".test.ts"))).toBe(true);
    const sample = drawSample(comments, 150, 1);
    expect(sample).toHaveLength(150);
    expect(drawSample(comments, 150, 1)).toEqual(sample);
    expect(drawSample(comments, 150, 2)).not.toEqual(sample);
  });
});
