/** The name of the kind whose objects define kinds. */
export const definitionKindName = "CustomResourceDefinition";
