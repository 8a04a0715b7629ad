import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runStep } from "../../bin/testing/github-step.ts";
import type { EndedStep } from "../../bin/testing/github-step.ts";
import {
  asText,
  listAt,
  memberAt,
  repositoryText,
  repositoryYaml,
} from "../../bin/testing/installed-package.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [, comment] = listAt(repositoryYaml("action.yml"), "runs", "steps");
const place = folderForAllTests();

interface Forge extends AsyncDisposable {
  readonly url: string;
  readonly comments: { readonly id: number; body: string }[];
  readonly requests: string[];
}

async function startForge(options: { readonly refuses?: boolean } = {}): Promise<Forge> {
  const comments: { readonly id: number; body: string }[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const { method = "", url = "" } = request;
      requests.push(`${method} ${url} ${request.headers.authorization ?? ""}`);
      const body = content === "" ? "" : asText(memberAt(JSON.parse(content), "body"));
      const page = Number(new URL(url, "http://here").searchParams.get("page"));
      if (method === "POST" && options.refuses !== true) {
        comments.push({ id: comments.length + 1, body });
      }
      if (method === "PATCH") {
        const own = comments.find(({ id }) => url.endsWith(`/comments/${id}`));
        if (own !== undefined) own.body = body;
      }
      response.statusCode = method === "POST" && options.refuses === true ? 403 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(comments.slice((page - 1) * 100, page * 100)));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    comments,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function runComment(
  forge: Forge,
  { event, report }: { readonly event: unknown; readonly report: string },
): Promise<EndedStep> {
  mkdirSync(join(place.path, "commented"), { recursive: true });
  writeFileSync(join(place.path, "commented/report.md"), report);
  writeFileSync(join(place.path, "event.json"), JSON.stringify(event));
  return runStep(
    comment,
    { output: "commented", token: "a-token" },
    {
      cwd: place.path,
      variables: {
        GITHUB_ACTION_PATH: root,
        GITHUB_API_URL: forge.url,
        GITHUB_REPOSITORY: "owner/repo",
        GITHUB_EVENT_PATH: join(place.path, "event.json"),
      },
    },
  );
}

describe("the comment step", () => {
  const event = { pull_request: { number: 7 } };
  const report = repositoryText("docs/examples/failing/report.md");

  it("adds a comment and updates it the next time, even after comments of others", async () => {
    await using forge = await startForge();
    for (let id = 1; id <= 100; id += 1) forge.comments.push({ id, body: "another one" });

    const first = await runComment(forge, { event, report });
    const second = await runComment(forge, { event, report: `${report}again` });

    expect([first, second]).toEqual([
      { code: 0, out: "" },
      { code: 0, out: "" },
    ]);
    expect(forge.comments.slice(100)).toEqual([{ id: 101, body: `${report}again` }]);
    expect(forge.requests.at(-1)).toBe(
      "PATCH /repos/owner/repo/issues/comments/101 Bearer a-token",
    );
  });

  it("stays within GitHub's maximum length", async () => {
    await using forge = await startForge();

    await runComment(forge, { event, report: `${report}${"x".repeat(100_000)}` });

    expect(forge.comments[0]?.body).toHaveLength(65_536);
    expect(forge.comments[0]?.body).toMatch(/artifacts of the job\.\n$/u);
  });

  it("prints the reason if it writes no comment", async () => {
    await using forge = await startForge({ refuses: true });

    const push = await runComment(forge, { event: { ref: "refs/heads/main" }, report });
    const refused = await runComment(forge, { event, report });

    expect(push).toEqual({
      code: 0,
      out: "::notice::No comment was written: this job was not started by a pull request.\n",
    });
    expect(refused.code).toBe(1);
    expect(refused.out).toContain("::error::The comment was not written: POST");
    expect(refused.out).toContain("pull-requests: write");
    expect(refused.out).not.toContain("a-token");
  });
});
