import type { Tools, Words } from "#src/cli/open-tools.ts";
import { FIRST_ADMIN_MS, inviteFirstAdmin } from "#src/modules/base/identity/invite-first-admin.server.ts";
import { SYSTEM } from "#src/platform/context.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";

/** Prints a link with which an address becomes the first admin: once, within a day. Refused while there is an admin. */
export async function createAdmin(tools: Tools, { words: [email = ""] }: Words): Promise<number> {
  const { settings } = tools;
  if (!/^\S+@\S+\.\S+$/.test(email)) return (console.error(`${email} is no email address`), 2);
  await migrate(await tools.url());
  const invitation = await inviteFirstAdmin({ db: await tools.db(), settings, now: new Date(), actor: SYSTEM }, email);
  if (!invitation.ok) {
    console.error("there is an admin already: invite others at /admin/people");
    return 1;
  }
  process.stdout.write(`${settings.BASE_URL}/invitation?token=${invitation.token}\n`);
  if (invitation.replaced) console.error("It takes the place of an earlier link, which no longer works.");
  console.error(`Open it within ${FIRST_ADMIN_MS / 3_600_000} hours, with an account whose address is ${email}.`);
  return 0;
}
