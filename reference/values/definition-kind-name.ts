export const definitionKindName = "CustomResourceDefinition";
