import { Kind, OperationTypeNode, parse, parseType, print, visit } from "graphql";
import type {
  FieldDefinitionNode,
  InputObjectTypeDefinitionNode,
  InputValueDefinitionNode,
} from "graphql";

export type MemberTest = (type: string, member: string) => boolean;

export function withoutMembers(sdl: string, isMeant: MemberTest): string {
  const less = changeMembers(sdl, (type, member) =>
    isMeant(type, member.name.value) ? null : member,
  );
  return print(visit(parse(less), { InputObjectTypeDefinition: withAnyMember }));
}

/** Adds an unused field to input types that have none, because GraphQL does not allow empty types. */
function withAnyMember(
  type: InputObjectTypeDefinitionNode,
): InputObjectTypeDefinitionNode | undefined {
  if ((type.fields ?? []).length > 0) return undefined;
  const [other] = parse("input Other { reserved: String }").definitions;
  return other?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION
    ? { ...type, fields: other.fields ?? [] }
    : undefined;
}

export function withoutArguments(sdl: string, isMeant: (argument: string) => boolean): string {
  return changeMembers(sdl, (_type, member) =>
    member.kind === Kind.FIELD_DEFINITION
      ? {
          ...member,
          arguments: (member.arguments ?? []).filter(({ name }) => !isMeant(name.value)),
        }
      : member,
  );
}

export function withTypes(
  sdl: string,
  retype: (type: string, member: string, old: string) => string | undefined,
): string {
  return changeMembers(sdl, (type, member) => {
    const next = retype(type, member.name.value, print(member.type));
    return next === undefined ? member : { ...member, type: parseType(next) };
  });
}

export function withArgumentTypes(
  sdl: string,
  retype: (argument: string, old: string, field: string) => string | undefined,
): string {
  return changeMembers(sdl, (_type, member) => {
    if (member.kind !== Kind.FIELD_DEFINITION) return member;
    const retyped = (member.arguments ?? []).map((argument) => {
      const next = retype(argument.name.value, print(argument.type), member.name.value);
      return next === undefined ? argument : { ...argument, type: parseType(next) };
    });
    return { ...member, arguments: retyped };
  });
}

export function withFields(sdl: string, isMeant: (type: string) => boolean, added: string): string {
  const [more] = parse(`type Added { ${added} }`).definitions;
  const fields = more?.kind === Kind.OBJECT_TYPE_DEFINITION ? (more.fields ?? []) : [];
  return print(
    visit(parse(sdl), {
      ObjectTypeDefinition: (type) =>
        isMeant(type.name.value) ? { ...type, fields: [...(type.fields ?? []), ...fields] } : type,
    }),
  );
}

export function withInputFields(
  sdl: string,
  isMeant: (type: string) => boolean,
  added: string,
): string {
  const [more] = parse(`input Added { ${added} }`).definitions;
  const fields = more?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? (more.fields ?? []) : [];
  return print(
    visit(parse(sdl), {
      InputObjectTypeDefinition: (type) =>
        isMeant(type.name.value) ? { ...type, fields: [...(type.fields ?? []), ...fields] } : type,
    }),
  );
}

export function withArguments(sdl: string, isMeant: MemberTest, added: string): string {
  const [more] = parse(`type Added { field(${added}): Int }`).definitions;
  const field = more?.kind === Kind.OBJECT_TYPE_DEFINITION ? more.fields?.[0] : undefined;
  return changeMembers(sdl, (type, member) =>
    member.kind === Kind.FIELD_DEFINITION && isMeant(type, member.name.value)
      ? { ...member, arguments: [...(member.arguments ?? []), ...(field?.arguments ?? [])] }
      : member,
  );
}

export function withoutSubscriptions(sdl: string): string {
  return print(
    visit(parse(sdl), {
      ObjectTypeDefinition: ({ name }) => (name.value === "Subscription" ? null : undefined),
      OperationTypeDefinition: ({ operation }) =>
        operation === OperationTypeNode.SUBSCRIPTION ? null : undefined,
    }),
  );
}

export function withoutEnumValue(sdl: string, type: string, value: string): string {
  return print(
    visit(parse(sdl), {
      EnumTypeDefinition: (node) =>
        node.name.value === type
          ? { ...node, values: (node.values ?? []).filter(({ name }) => name.value !== value) }
          : undefined,
    }),
  );
}

type Member = FieldDefinitionNode | InputValueDefinitionNode;

function changeMembers(
  sdl: string,
  change: (type: string, member: Member) => Member | null,
): string {
  const changed = (type: string, members: readonly Member[] = []): readonly Member[] =>
    members.flatMap((member) => change(type, member) ?? []);
  return print(
    visit(parse(sdl), {
      ObjectTypeDefinition: (type) => ({
        ...type,
        fields: changed(type.name.value, type.fields),
      }),
      InputObjectTypeDefinition: (type) => ({
        ...type,
        fields: changed(type.name.value, type.fields),
      }),
    }),
  );
}
