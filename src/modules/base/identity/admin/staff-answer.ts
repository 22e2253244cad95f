import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";

/** Actions of the staff page. */
export const STAFF_ACTS = ["invite", "revoke", "role", "sign_out"] as const;
export type StaffAct = (typeof STAFF_ACTS)[number];

/** A refused action; `id` is the person it was about. */
export type StaffRefused = {
  act: StaffAct;
  at: number;
  id: string;
  formValues: Record<string, string>;
  fieldErrors: FieldError<"email" | "role" | "language">[];
  text: MessageId | null;
  /** the role the person has by now */
  current: Role | null;
  /** removing one's own admin role needs confirmation */
  unsure: boolean;
};
