import type { Class, Statement } from "oxc-parser";
import type { SourceModule } from "./source-module.ts";

export interface ApiDeclaration {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "constant";
  readonly path: string;
  /** TypeScript without function bodies. Members keep their comments. */
  readonly signature: string;
  readonly comment: string;
  /** Functions, methods and accessors that contain a `throw` statement, each with its comment. */
  readonly throwers: readonly { readonly name: string; readonly comment: string }[];
}

/** A range of a file. The start is inclusive, and the end is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export function declarationIn(module: SourceModule, name: string): ApiDeclaration | undefined {
  for (const statement of module.program.body) {
    const node =
      statement.type === "ExportNamedDeclaration"
        ? (statement.declaration ?? statement)
        : statement;
    const read = readDeclaration(module, node, name);
    if (read === undefined) continue;
    const comment = commentBefore(module, statement.start);
    const own = read.throws ? [{ name, comment }] : [];
    return {
      name,
      kind: read.kind,
      path: module.path,
      signature: read.signature,
      comment,
      throwers: [...own, ...(read.throwers ?? [])],
    };
  }
  return undefined;
}

interface Read {
  readonly kind: ApiDeclaration["kind"];
  readonly signature: string;
  readonly throws: boolean;
  readonly throwers?: ApiDeclaration["throwers"];
}

function readDeclaration(module: SourceModule, node: Statement, name: string): Read | undefined {
  if (node.type === "VariableDeclaration") return readConstant(module, node, name);
  if (!("id" in node) || node.id?.type !== "Identifier" || node.id.name !== name) return undefined;
  const text = (span: Span): string => module.text.slice(span.start, span.end);
  if (node.type === "TSInterfaceDeclaration") {
    return { kind: "interface", signature: text(node), throws: false };
  }
  if (node.type === "TSTypeAliasDeclaration") {
    return { kind: "type", signature: text(node), throws: false };
  }
  if (node.type === "ClassDeclaration") return readClass(module, node);
  if (node.type !== "FunctionDeclaration") return undefined;
  const body = node.body ?? { start: node.end, end: node.end };
  const signature = `${text({ start: node.start, end: body.start }).trimEnd()};`;
  return { kind: "function", signature, throws: module.throwing.has(node.start) };
}

type ConstantNode = Extract<Statement, { readonly type: "VariableDeclaration" }>;

function readConstant(module: SourceModule, node: ConstantNode, name: string): Read | undefined {
  const found = node.declarations.find(({ id }) => id.type === "Identifier" && id.name === name);
  if (found === undefined) return undefined;
  const isTyped = found.id.type === "Identifier" && Boolean(found.id.typeAnnotation);
  const { start, end } = isTyped ? found.id : found;
  const signature = `${node.kind} ${module.text.slice(start, end)};`;
  return { kind: "constant", signature, throws: false };
}

function readClass(module: SourceModule, node: Class): Read {
  const head = module.text.slice(node.start, node.body.start).trimEnd();
  const parts: string[] = [];
  const throwers: { readonly name: string; readonly comment: string }[] = [];
  for (const member of node.body.body) {
    if (member.type !== "PropertyDefinition" && member.type !== "MethodDefinition") continue;
    if (member.key.type === "PrivateIdentifier" || member.accessibility === "private") continue;
    const method = member.type === "MethodDefinition" ? member.value : undefined;
    const text = module.text.slice(member.start, method?.body?.start ?? member.end);
    parts.push(`${rawCommentBefore(module, member.start)}  ${text.trimEnd().replace(/;?$/u, ";")}`);
    if (method === undefined || !module.throwing.has(method.start)) continue;
    const name = module.text.slice(member.key.start, member.key.end);
    throwers.push({ name, comment: commentBefore(module, member.start) });
  }
  return {
    kind: "class",
    signature: [`${head} {`, ...parts, "}"].join("\n"),
    throws: false,
    throwers,
  };
}

/** Returns the doc comment that ends immediately before an offset, without the stars. */
function commentBefore(module: SourceModule, place: number): string {
  const comment = docCommentBefore(module, place);
  if (comment === undefined) return "";
  return comment.value
    .split("\n")
    .map((line) => line.replace(/^\s*\*+ ?/u, "").trimEnd())
    .join("\n")
    .trim();
}

/** Like {@link commentBefore}, but returns the source text with delimiters, indented and followed by a line break. */
function rawCommentBefore(module: SourceModule, place: number): string {
  const comment = docCommentBefore(module, place);
  return comment === undefined ? "" : `  ${module.text.slice(comment.start, comment.end)}\n`;
}

function docCommentBefore(
  module: SourceModule,
  place: number,
): SourceModule["comments"][number] | undefined {
  const last = module.comments.findLast(({ end }) => end <= place);
  const isNext = last !== undefined && module.text.slice(last.end, place).trim() === "";
  return isNext && last.type === "Block" && last.value.startsWith("*") ? last : undefined;
}
