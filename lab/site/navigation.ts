import { addressOf, wayBetween } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

interface Group {
  readonly title: string;
  readonly first: readonly string[];
  readonly others?: RegExp;
}

export interface NavigationLink {
  readonly title: string;
  readonly way: string;
  readonly isHere: boolean;
}

export interface NavigationGroup {
  readonly title: string;
  readonly isOpen: boolean;
  readonly links: readonly NavigationLink[];
}

const guides: Group = {
  title: "How-to guides",
  first: [
    "docs/any-endpoint.md",
    "docs/reading-a-report.md",
    "docs/ci.md",
    "docs/vitest.md",
    "docs/kubernetes.md",
    "docs/status-ownership.md",
    "docs/controllers.md",
    "docs/histories-from-logs.md",
    "docs/histories.md",
    "docs/extending.md",
    "docs/examples/README.md",
  ],
  others: /^docs\/examples\//u,
};

/** The groups in display order. Like docs/index.md, they distinguish types of pages; pages for newcomers come first. */
const groups: readonly Group[] = [
  {
    title: "Tutorial",
    first: ["README.md", "docs/check-your-endpoint.md", "docs/index.md"],
  },
  guides,
  {
    title: "Reference",
    first: [
      "docs/running.md",
      "docs/dialects.md",
      "docs/dialect-words.md",
      "docs/differences.md",
      "docs/record-format.md",
      "docs/requirements/README.md",
      "docs/checks.md",
      "docs/faults.md",
      "docs/freedoms.md",
      "docs/contract.md",
      "docs/sources.md",
      "docs/dependencies.md",
    ],
    others: /^docs\/requirements\//u,
  },
  { title: "Library", first: ["docs/api/README.md"], others: /^docs\/api\//u },
  {
    title: "Explanation",
    first: [
      "docs/contract-in-prose.md",
      "docs/trust.md",
      "docs/alternatives.md",
      "ARCHITECTURE.md",
      "docs/decisions/README.md",
    ],
    others: /^docs\/decisions\//u,
  },
  {
    title: "Lab notebook",
    first: [
      "docs/targets.md",
      "docs/museum.md",
      "docs/museum/open/README.md",
      "docs/performance.md",
      "docs/survey.md",
      "reports/results/README.md",
    ],
    others: /^(?:docs\/museum|reports)\//u,
  },
  {
    title: "Project",
    first: ["CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"],
    others: /^(?!docs\/)/u,
  },
];

/** Returns the navigation of a page. Only the list of requirements links requirement pages. */
export function navigationOf(
  page: SitePage,
  pages: readonly SitePage[],
): readonly NavigationGroup[] {
  const here = groupOf(page.source);
  return groups.map((group) => ({
    title: group.title,
    isOpen: group === here,
    links: membersOf(group, pages).map(({ source, title }) => ({
      title: source === "README.md" ? "Start" : title,
      way: wayBetween(addressOf(page.source), addressOf(source)),
      isHere: source === page.source,
    })),
  }));
}

function membersOf(group: Group, pages: readonly SitePage[]): readonly SitePage[] {
  const place = ({ source }: SitePage): number => {
    const named = group.first.indexOf(source);
    return named < 0 ? group.first.length : named;
  };
  return pages
    .filter(({ source }) => groupOf(source) === group && isListed(source))
    .toSorted((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
}

function isListed(source: string): boolean {
  return !source.startsWith("docs/requirements/") || source.endsWith("README.md");
}

function groupOf(source: string): Group {
  return (
    groups.find(({ first }) => first.includes(source)) ??
    groups.find(({ others }) => others?.test(source) === true) ??
    guides
  );
}
