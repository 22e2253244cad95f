import type { KyselyPlugin } from "kysely";

/** For negative controls: a database whose rows nobody locks as they are read. */
export const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind !== "SelectQueryNode") return node;
    const { endModifiers: _, ...rest } = node;
    return rest;
  },
  transformResult: async ({ result }) => result,
};
