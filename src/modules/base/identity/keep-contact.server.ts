import { profileForUpdate, writeProfile } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Contact = { first_name: string; last_name: string; email: string; phone: string; country: string };
const KEPT = ["first_name", "last_name", "phone", "country"] as const;

/**
 * Keeps in the signed-in user's profile what it lacks of a booking's contact, so that the next booking asks for less. A booking
 * for somebody else, recognized by another email address, changes nothing.
 */
export async function keepContact(ctx: Context, contact: Contact): Promise<void> {
  const { userId, email } = ctx.actor;
  if (userId === null || contact.email.toLowerCase() !== email?.toLowerCase()) return;
  await ctx.db.transaction().execute(async (tx) => {
    const before = await profileForUpdate(tx, userId);
    // a name is one: half of it isn't filled in from elsewhere
    const named = (before.first_name ?? "") !== "";
    const lacking = KEPT.filter(
      (field) =>
        !before[field] && contact[field] !== "" && !(named && (field === "first_name" || field === "last_name")),
    );
    if (lacking.length === 0) return;
    const fields = Object.fromEntries(lacking.map((field) => [field, contact[field]]));
    const { first_name, last_name } = before;
    await writeProfile(tx, userId, { first_name: first_name ?? "", last_name: last_name ?? "", ...fields }, ctx.now);
    await audit(tx, ctx, {
      action: "profile.updated",
      subject: ["user", userId],
      // the log outlives the account
      changes: Object.fromEntries(lacking.map((field) => [field, []])) as unknown as Record<string, [unknown, unknown]>,
    });
  });
}
