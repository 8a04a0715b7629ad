/** The kind of the objects that define kinds. */
export const definitionKindName = "CustomResourceDefinition";
