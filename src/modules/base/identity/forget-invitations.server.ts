import { dropInvitationsBefore } from "#src/modules/base/identity/store/people.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Deletes invitations from before an instant. The roles that were accepted stay. */
export const forgetInvitations = ({ db, now }: Pick<Context, "db" | "now">, before: Date): Promise<void> =>
  dropInvitationsBefore(db, before, now);
