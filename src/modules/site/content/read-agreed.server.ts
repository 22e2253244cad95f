import type { AgreedPage } from "#src/modules/site/content/rules/page-fields.ts";
import { agreedIds } from "#src/modules/site/content/store/pages.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** SQL for the version of a page that guests agree to now, for what reads it along with something else. */
export { agreedId } from "#src/modules/site/content/store/pages.server.ts";

/** The versions of the pages that guests agree to, by id. */
export type AgreedVersions = Record<AgreedPage, string | null>;

/** The versions that guests agree to now. Public. */
export const agreedNow = (ctx: Pick<Context, "db">): Promise<AgreedVersions> => agreedIds(ctx.db);
