import type { Locale } from "#src/kernel/localized.ts";

type Person = { userId: string; email: string };
/** `token` authorizes what the email is for, until `until` (ISO instant); `language` is that of the page of the request. */
type Emailed = Person & { token: string; until: string; language: Locale };

/** An account's address needs verification: after sign-up, or when somebody signs in to it or resets its password unverified. */
export const verificationAsked = (payload: Emailed) => ({ name: "account.verification_asked", payload }) as const;

/** A sign-up with the address of an existing account; the response was the usual one. */
export const accountExists = (payload: Person & { language: Locale }) => ({ name: "account.exists", payload }) as const;

/** A password reset was requested. */
export const resetAsked = (payload: Emailed) => ({ name: "account.reset_asked", payload }) as const;

/** An account's address was verified. */
export const accountVerified = (payload: Person) => ({ name: "account.verified", payload }) as const;

/** A password was changed: by its `owner`, with the old one, or by an emailed `link`. */
export const passwordChanged = (payload: { userId: string; by: "owner" | "link" }) =>
  ({ name: "account.password_changed", payload }) as const;

/** Whatever was begun for an account before now has to end: all its sessions were ended, or its role or cities changed. */
export const sessionsEnded = (payload: { userId: string }) => ({ name: "account.sessions_ended", payload }) as const;

/** The account's owner wants another address, which must be verified; `email` is the current one. */
export const emailChangeAsked = (payload: Emailed & { newEmail: string }) =>
  ({ name: "account.email_change_asked", payload }) as const;

export const emailChanged = (payload: Person & { oldEmail: string }) =>
  ({ name: "account.email_changed", payload }) as const;

/** A second factor was set up or removed. */
export const secondFactorChanged = (payload: Person & { enabled: boolean }) =>
  ({ name: "account.second_factor_changed", payload }) as const;

/** What of an account is guessed: its password, or with the right one the codes of its second factor. */
export type Guessed = "password" | "code";

/** Somebody guesses at an account; attempts from browsers that are new to it are slowed. */
export const accountGuessed = (payload: Person & { what: Guessed }) => ({ name: "account.guessed", payload }) as const;

/** An address was invited to a role; `token` opens the invitation until `until` (ISO instant). */
export const roleOffered = (payload: { invitationId: string; token: string; until: string }) =>
  ({ name: "role.offered", payload }) as const;
