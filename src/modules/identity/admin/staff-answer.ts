import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Role } from "#src/modules/identity/rules/permissions.ts";

/** What can be done on the page of people. */
export const STAFF_ACTS = ["invite", "revoke", "role", "sign_out"] as const;
export type StaffAct = (typeof STAFF_ACTS)[number];

/** What the server answered to something that was not done; `id` is whom it was about. */
export type StaffRefused = {
  act: StaffAct;
  at: number;
  id: string;
  formValues: Record<string, string>;
  fieldErrors: FieldError<"email" | "role" | "language">[];
  text: MessageId | null;
  /** the role that somebody has by now */
  current: Role | null;
  /** taking the role of an admin from oneself wants to be confirmed */
  unsure: boolean;
};
