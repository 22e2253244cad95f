import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";

/** What the answer to a form about staff may have besides. */
export type StaffExtra = {
  formValues: Record<string, string>;
  /** the role the person has by now */
  current: Role;
  /** removing one's own admin role needs confirmation */
  unsure: boolean;
};
export type StaffAnswer = FormAnswer<StaffExtra>;
