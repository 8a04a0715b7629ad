// The step of the GitHub action that comments on the pull request: updates its own comment, or adds one.
//
//   OUTPUT             folder of the reports; report.md becomes the comment
//   GITHUB_TOKEN       a token with the permission pull-requests: write
//   GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH  set by GitHub
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN, OUTPUT } = process.env;

/** The first line of report.md. */
const marker = "<!-- status-conformance -->";
/** GitHub rejects longer comments. */
const mostCharacters = 65_536;
const perPage = 100;

const report = join(OUTPUT || "conformance-results", "report.md");
const { pull_request: pullRequest } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));

if (pullRequest === undefined) notice("this job was not started by a pull request");
else if (!existsSync(report)) notice(`there is no ${report}`);
else await comment(shortened(readFileSync(report, "utf8")));

async function comment(body) {
  const comments = `repos/${GITHUB_REPOSITORY}/issues/${pullRequest.number}/comments`;
  const own = await ownComment(comments);
  if (own === undefined) await request("POST", comments, { body });
  else await request("PATCH", `repos/${GITHUB_REPOSITORY}/issues/comments/${own.id}`, { body });
}

async function ownComment(comments) {
  for (let page = 1; ; page += 1) {
    const found = await request("GET", `${comments}?per_page=${perPage}&page=${page}`);
    const own = found.find(({ body }) => body?.startsWith(marker));
    if (own !== undefined || found.length < perPage) return own;
  }
}

async function request(method, path, content) {
  const response = await fetch(`${GITHUB_API_URL}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "user-agent": "status-conformance",
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  });
  if (response.ok) return response.json();
  console.log(
    `::error::The comment was not written: ${method} ${path} returned ${response.status}.`,
  );
  if (response.status === 403) console.log("The job needs the permission pull-requests: write.");
  process.exit(1);
}

function shortened(text) {
  if (text.length <= mostCharacters) return text;
  const end = "\n\n… The whole report is in the artifacts of the job.\n";
  return text.slice(0, mostCharacters - end.length) + end;
}

function notice(reason) {
  console.log(`::notice::No comment was written: ${reason}.`);
}
