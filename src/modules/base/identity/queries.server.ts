import { inLocale, isLocale, type Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { NumberFormat } from "#src/kernel/sheet.ts";
import { movesFrom, readConfirmation } from "#src/modules/base/identity/grant-confirmation.server.ts";
import { isSignInToken, seeSignIn } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { invitationHash } from "#src/modules/base/identity/invite-person.server.ts";
import { deviceOf } from "#src/modules/base/identity/rules/device.ts";
import {
  allows,
  can,
  citiesOf,
  isStaff,
  type Permission,
  type Role,
  roleOf,
} from "#src/modules/base/identity/rules/permissions.ts";
import { isAdminBySetting, isOpen, STAFF_ROLES } from "#src/modules/base/identity/rules/roles.ts";
import { isOver, overSince } from "#src/modules/base/identity/rules/session-limits.ts";
import {
  accessOf,
  accountById,
  profileById,
  sessionsOf,
  sessionUser,
  touchSession,
  userAtWork,
} from "#src/modules/base/identity/store.server.ts";
import {
  accountByEmail,
  colleagueRows,
  invitationByHash,
  invitationById,
  openInvitations,
  staffRows,
} from "#src/modules/base/identity/store/people.server.ts";
import type {
  OpenInvitation,
  OwnProfile,
  OwnSession,
  OwnSignIn,
  RoleCity,
  StaffMember,
} from "#src/modules/base/identity/schema.ts";
import { passwordOf } from "#src/modules/base/identity/store/tries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { type Actor, type Context, unknownGuest } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { sessionTokenOf } from "#src/platform/session-cookie.server.ts";

/** How often a session's last use is updated: often enough for the list of sessions, seldom enough to cost nothing. */
const NOTED_MS = 10 * 60_000;

/**
 * The actor of a request's session cookie; the given guest when it has no valid session. The session counts as used unless
 * `isUse` is false: what a page asks by itself is none.
 */
export async function actorOf(ctx: Context, cookieHeader: string | null, { isUse = true } = {}): Promise<Actor> {
  const token = sessionTokenOf(ctx, cookieHeader);
  const live = token === null ? null : await liveSession(ctx, token);
  if (token === null || live === null) return ctx.actor;
  const { user, role } = live;
  if (isUse && ctx.now.getTime() - user.used_at.getTime() > NOTED_MS)
    await touchSession(ctx.pool, hashToken(token), ctx.now);
  return {
    ...ctx.actor,
    kind: "user",
    userId: user.id,
    email: user.email,
    emailVerified: user.email_verified,
    role,
    cities: citiesOf(role, user.city_ids),
    secondFactor: user.second_factor || ctx.settings.RONDA_SEED === "demo",
  };
}

/** The user of a session that hasn't ended, with their role; null for every other token. */
async function liveSession(ctx: Context, token: string) {
  const user = await sessionUser(ctx.pool, hashToken(token), ctx.now);
  if (!user) return null;
  const role = roleOf(user, ctx.settings.ADMIN_EMAILS);
  return isStaff(role) && isOver(user, (await appSettings(ctx)).staffSession, ctx.now) ? null : { user, role };
}

/** The id of the user whose session a token opens; null where it opens none (any more). */
export const userOfSession = async (ctx: Context, token: string): Promise<string | null> =>
  (await liveSession(ctx, token))?.user.id ?? null;

/**
 * Whoever asked for work that a job does later, with the role they have now; a guest once their account is gone. `address` is
 * where they asked from.
 */
export async function staffAtWork(ctx: Context, userId: string | null, address: string): Promise<Actor> {
  const user = userId === null ? undefined : await userAtWork(ctx.db, userId);
  const nobody = unknownGuest(address, null);
  if (!user) return nobody;
  const role = roleOf(user, ctx.settings.ADMIN_EMAILS);
  return {
    ...nobody,
    kind: "user",
    userId: user.id,
    email: user.email,
    emailVerified: user.email_verified,
    role,
    cities: citiesOf(role, user.city_ids),
    secondFactor: user.two_factor_enabled === true || ctx.settings.RONDA_SEED === "demo",
  };
}

/** The signed-in user's profile; null for everyone else. */
export async function ownProfile(ctx: Context): Promise<OwnProfile | null> {
  const { userId } = ctx.actor;
  const row = userId === null ? undefined : await profileById(ctx.db, userId);
  if (!row) return null;
  return {
    email: row.email,
    email_verified: row.email_verified,
    second_factor: row.two_factor_enabled ?? false,
    first_name: row.first_name ?? "",
    last_name: row.last_name ?? "",
    phone: row.phone ?? "",
    country: row.country ?? "",
    language: row.language === "es" ? "es" : "en",
    number_format: isStaff(ctx.actor.role) ? (row.number_format === "comma" ? "comma" : "point") : null,
    marketing_consent: row.marketing_consent ?? false,
  };
}

/** Whether the signed-in user has a password; without one, mailed links let them in. */
export const hasPassword = async ({ db, actor: { userId } }: Context): Promise<boolean> =>
  userId !== null && (await passwordOf(db, userId)) !== null;

/** How the spreadsheet of the signed-in user writes numbers; as in Mexico for who has never said. */
export const numberFormatOf = async (ctx: Context): Promise<NumberFormat> =>
  (await ownProfile(ctx))?.number_format ?? "point";

/** The signed-in user's sessions, this browser's first. Tokens and addresses are not returned. */
export async function ownSessions(ctx: Context, cookieHeader: string | null): Promise<OwnSession[]> {
  const { userId, role } = ctx.actor;
  if (userId === null) return [];
  const token = sessionTokenOf(ctx, cookieHeader);
  const [stored, { staffSession }] = await Promise.all([sessionsOf(ctx.db, userId, ctx.now), appSettings(ctx)]);
  const rows = stored.filter(
    ({ created_at, updated_at }) =>
      !isStaff(role) || !isOver({ begun_at: created_at, used_at: updated_at }, staffSession, ctx.now),
  );
  const sessions = rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    used: row.updated_at.toISOString(),
    current: token !== null && row.token === hashToken(token),
  }));
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Sign-ins that the profile shows. */
const RECENT = 8;

/** The newest entries of the access log that concern signing in to the signed-in user's account. Addresses are not returned. */
export async function ownSignIns(ctx: Context): Promise<OwnSignIn[]> {
  const { userId } = ctx.actor;
  if (userId === null) return [];
  const entries = accessOf(ctx.db, userId).where("kind", "in", ["password", "code", "sign_in"]).limit(RECENT);
  return (await entries.execute()).map(({ at, kind, outcome, user_agent }) => ({
    at: at.toISOString(),
    what:
      outcome === "done" ? (kind === "sign_in" ? "signed_in" : "code_due") : outcome === "slowed" ? "slowed" : "failed",
    ...deviceOf(user_agent),
  }));
}

/** An account as its emails need it; `language` comes from its profile, if there is one. */
export type Account = { id: string; email: string; emailVerified: boolean; language: Locale | null };

/** An account, or undefined. For other modules' use cases; checks no access. */
export async function accountOf(ctx: Pick<Context, "db">, userId: string, tx?: Tx): Promise<Account | undefined> {
  const row = await accountById(tx ?? ctx.db, userId);
  if (!row) return undefined;
  const { id, email, email_verified: emailVerified, language } = row;
  return { id, email, emailVerified, language: isLocale(language) ? language : null };
}

/** Everything stored about an account, except tokens and secrets. For the owner's data export; checks no access. */
export async function storedAccount(ctx: Pick<Context, "db" | "now">, userId: string) {
  const sessions = await sessionsOf(ctx.db, userId, ctx.now);
  return {
    profile: await profileById(ctx.db, userId),
    access_log: await accessOf(ctx.db, userId).execute(),
    sessions: sessions.map(({ id, user_agent, ip_address, created_at, updated_at, expires_at }) => ({
      id,
      user_agent,
      ip_address,
      created_at,
      updated_at,
      expires_at,
    })),
  };
}

/**
 * Staff and open invitations. Requires permission to read users; `mayChange` says whether the caller may change them. Refusals:
 * forbidden {missing}.
 */
export async function staffPage(ctx: Context) {
  if (!can(ctx.actor, "users.read")) return fail("forbidden", { missing: "users.read" });
  const { ADMIN_EMAILS } = ctx.settings;
  const over = overSince((await appSettings(ctx)).staffSession, ctx.now);
  const [rows, open, limitCities] = await Promise.all([
    staffRows(ctx.db, ADMIN_EMAILS, ctx.now, over),
    openInvitations(ctx.db),
    ctx.ask.allCities(ctx.db),
  ]);
  const people = rows.flatMap((row): StaffMember[] => {
    const role = STAFF_ROLES.find((one) => one === roleOf(row, ADMIN_EMAILS));
    if (!role) return [];
    const { id, name, email, second_factor: secondFactor, sessions, seen_at } = row;
    const bySetting = isAdminBySetting(row, ADMIN_EMAILS);
    const cities = citiesOf(role, row.city_ids);
    return [{ id, name, email, role, cities, bySetting, secondFactor, sessions, seen: seen_at?.toISOString() ?? null }];
  });
  const invitations = open.map(({ id, email, role, city_ids: cities, by, created_at, expires_at }): OpenInvitation => ({
    id,
    email,
    role,
    cities,
    by,
    sent: created_at.toISOString(),
    expires: expires_at.toISOString(),
    over: expires_at <= ctx.now,
  }));
  const cities = limitCities.map(({ id, name, name_es }): RoleCity => ({
    id,
    name: inLocale(ctx.locale, name, name_es),
  }));
  return ok({ people, invitations, cities, me: ctx.actor.userId, mayChange: can(ctx.actor, "roles.change") });
}

/** A member of staff as others name and write to them. */
export type Colleague = {
  id: string;
  name: string;
  email: string;
  language: Locale;
  role: Role;
  cities: readonly string[] | null;
};

/** The staff whose role grants a permission, by name. For other modules' use cases; checks no access. */
export async function staffWho(
  ctx: Pick<Context, "db" | "settings">,
  permission: Permission,
  tx?: Tx,
): Promise<Colleague[]> {
  const { ADMIN_EMAILS } = ctx.settings;
  const rows = await colleagueRows(tx ?? ctx.db, ADMIN_EMAILS);
  const staff = rows.map((row) => ({ ...row, role: roleOf(row, ADMIN_EMAILS) }));
  return staff
    .filter(({ role }) => allows(role, permission))
    .map(({ id, name, email, language, role, city_ids }) => ({
      id,
      name: name || email,
      email,
      language: language === "es" ? "es" : "en",
      role,
      cities: citiesOf(role, city_ids),
    }));
}

/**
 * The invitation of an emailed link, for anyone with the link; null once it can't be accepted any more. `joins`: its address has
 * no account yet that somebody has verified.
 */
export async function offeredRole(ctx: Context, token: string) {
  const invitation = token === "" ? undefined : await invitationByHash(ctx.db, invitationHash(token));
  if (!invitation) return null;
  const { email, role, accepted_by: by } = invitation;
  // the user who accepted it may open the link again
  const mine = by !== null && by === ctx.actor.userId;
  if (!mine && !isOpen(invitation, ctx.now)) return null;
  const account = await accountByEmail(ctx.db, email);
  return { email, role, joins: account?.email_verified !== true };
}

/**
 * What an emailed link confirms, the address that it was sent to, and whether it is `over` because nothing is left to confirm. For
 * anyone with the link; null for one that is none of ours, or too old.
 */
export async function offeredConfirmation(ctx: Context, token: string) {
  const read = readConfirmation(ctx, token);
  if (!read.ok) return null;
  const { confirmation } = read;
  const account = await accountById(ctx.db, confirmation.userId);
  if (confirmation.kind === "sign_up") {
    const { kind, email } = confirmation;
    return { kind, email, over: account?.email !== email || account.email_verified };
  }
  const { kind, newEmail: email } = confirmation;
  return { kind, email, over: !account?.email_verified || !movesFrom(ctx, confirmation, account.email) };
}

/**
 * Whom a mailed link signs in, for anyone with the link, and the name that their new account is offered; null where they have an
 * account. Null for a link that is used, too old or none of ours.
 */
export async function offeredSignIn(ctx: Context, token: string) {
  const entrant = isSignInToken(token) ? await seeSignIn(ctx.db, token, ctx.now) : null;
  if (!entrant) return null;
  const { email, ...name } = entrant;
  const account = await accountByEmail(ctx.db, email);
  return { kind: "sign_in" as const, email, name: account?.email_verified ? null : name };
}

/** An invitation as its email needs it. */
export type Invitation = NonNullable<Awaited<ReturnType<typeof invitationById>>>;

/** An invitation, or undefined. For other modules' use cases; checks no access. */
export const invitationOf = (ctx: Pick<Context, "db">, id: string, tx?: Tx) => invitationById(tx ?? ctx.db, id);
