/** The kind of objects that define kinds. */
export const definitionKindName = "CustomResourceDefinition";
