import type { Locale } from "#src/kernel/localized.ts";

type Person = { userId: string; email: string };
/** `token` opens what the email is for, until `until` (ISO instant); `language` is that of the page where it was asked for. */
type Emailed = Person & { token: string; until: string; language: Locale };

/** An account's address must be proved: after signing up, or when its owner signs in without having done so. */
export const verificationAsked = (payload: Emailed) => ({ name: "account.verification_asked", payload }) as const;

/** Somebody signed up again with the address of an account; they were told what everyone is told. */
export const accountExists = (payload: Person & { language: Locale }) => ({ name: "account.exists", payload }) as const;

/** Somebody asked for a new password. */
export const resetAsked = (payload: Emailed) => ({ name: "account.reset_asked", payload }) as const;

/** An account's address was proved to be its owner's. */
export const accountVerified = (payload: Person) => ({ name: "account.verified", payload }) as const;

/** An account has a new password. `by` says how: with the old one, or by an emailed link. */
export const passwordChanged = (payload: { userId: string; by: "owner" | "link" }) =>
  ({ name: "account.password_changed", payload }) as const;

/** The owner of an account wants another address, which must be proved; `email` is the one until then. */
export const emailChangeAsked = (payload: Emailed & { newEmail: string }) =>
  ({ name: "account.email_change_asked", payload }) as const;

/** An account has another address. */
export const emailChanged = (payload: Person & { oldEmail: string }) =>
  ({ name: "account.email_changed", payload }) as const;

/** The second factor of an account was set up or taken away. */
export const secondFactorChanged = (payload: Person & { enabled: boolean }) =>
  ({ name: "account.second_factor_changed", payload }) as const;

/** An address was invited to a role; `token` opens the invitation until `until` (ISO instant). */
export const roleOffered = (payload: { invitationId: string; token: string; until: string }) =>
  ({ name: "role.offered", payload }) as const;
