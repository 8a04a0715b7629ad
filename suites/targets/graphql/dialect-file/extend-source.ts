import type { SourceMapping, SourceMember, SourceNode } from "./source-node.ts";

/** The value of a property that removes the inherited value. */
const nothing = "none";

/** Properties that are replaced rather than merged, because their content is free-form. */
const wholes = new Set([
  "arguments",
  "variables",
  "samples",
  "spec",
  "statusDefault",
  "claims",
  "names",
  "schemas",
]);

/**
 * Returns `upper` merged over `base`. Mappings are merged recursively, with the entries of `upper` first. Any other
 * value, including `none`, replaces the inherited one.
 */
export function extendNode(upper: SourceNode, base: SourceNode): SourceNode {
  if (upper.kind !== "mapping" || base.kind !== "mapping") return upper;
  return extendMapping(upper, base);
}

function extendMapping(upper: SourceMapping, base: SourceMapping): SourceMapping {
  const members = new Map<string, SourceMember>();
  for (const [name, member] of upper.members) {
    const inherited = base.members.get(name);
    const isJoined = inherited !== undefined && !wholes.has(name);
    const node = isJoined ? extendNode(member.node, inherited.node) : member.node;
    members.set(name, { place: member.place, node });
  }
  for (const [name, member] of base.members) {
    if (!upper.members.has(name)) members.set(name, member);
  }
  return { kind: "mapping", place: upper.place, members };
}

/** Returns the source without properties whose value is `none`, at any depth except in free-form content. */
export function withoutNothing(node: SourceNode): SourceNode {
  switch (node.kind) {
    case "scalar":
      return node;
    case "list":
      return { ...node, items: node.items.map(withoutNothing) };
    case "mapping": {
      const members = [...node.members]
        .filter(([, member]) => !isNothing(member.node))
        .map(([name, member]): [string, SourceMember] => {
          const kept = wholes.has(name) ? member.node : withoutNothing(member.node);
          return [name, { ...member, node: kept }];
        });
      return { ...node, members: new Map(members) };
    }
  }
}

export function withEveryKind(root: SourceNode): SourceNode {
  if (root.kind !== "mapping") return root;
  const every = root.members.get("everyKind")?.node;
  if (every?.kind !== "mapping") return root;
  const below = (node: SourceNode): SourceNode => extendNode(node, every);
  const members = new Map(root.members);
  members.delete("everyKind");
  change(members, "kinds", (kinds) => eachMember(kinds, below));
  change(members, "definitions", (definitions) => withServed(definitions, below));
  return { ...root, members };
}

type Change = (node: SourceNode) => SourceNode;

function withServed(definitions: SourceNode, below: Change): SourceNode {
  if (definitions.kind !== "mapping") return definitions;
  const members = new Map(definitions.members);
  change(members, "kind", below);
  for (const list of ["objects", "trials"]) {
    change(members, list, (entries) =>
      eachMember(entries, (entry) => {
        if (entry.kind !== "mapping") return entry;
        const inner = new Map(entry.members);
        change(inner, "serves", below);
        return { ...entry, members: inner };
      }),
    );
  }
  return { ...definitions, members };
}

function eachMember(node: SourceNode, apply: Change): SourceNode {
  if (node.kind !== "mapping") return node;
  const members = [...node.members].map(([name, member]): [string, SourceMember] => {
    return [name, isNothing(member.node) ? member : { ...member, node: apply(member.node) }];
  });
  return { ...node, members: new Map(members) };
}

function change(members: Map<string, SourceMember>, name: string, apply: Change): void {
  const member = members.get(name);
  if (member !== undefined) members.set(name, { ...member, node: apply(member.node) });
}

function isNothing(node: SourceNode): boolean {
  return node.kind === "scalar" && node.value === nothing;
}
