import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** What a refusal about an endpoint is called. */
export const WEBHOOK_REFUSALS: Readonly<Record<string, MessageId | FieldError>> & { failed: MessageId } = {
  endpoint_not_found: "webhooks-admin.refused.endpoint_not_found",
  delivery_not_found: "webhooks-admin.refused.delivery_not_found",
  not_https: { id: "url", message: "webhooks-admin.error.notHttps" },
  private_address: { id: "url", message: "webhooks-admin.error.privateAddress" },
  partner_not_found: { id: "partner_id", message: "webhooks-admin.error.partner" },
  partner_off: { id: "partner_id", message: "webhooks-admin.error.partnerOff" },
  partner_fixed: { id: "partner_id", message: "webhooks-admin.error.partnerFixed" },
  city_not_found: { id: "cities", message: "webhooks-admin.error.city" },
  types_of_partner: { id: "types", message: "webhooks-admin.error.typesOfPartner" },
  of_program: "webhooks-admin.refused.of_program",
  changed_meanwhile: "webhooks-admin.refused.changed_meanwhile",
  is_active: "webhooks-admin.refused.is_active",
  too_many: "webhooks-admin.refused.too_many",
  failed: "webhooks-admin.refused.failed",
};
