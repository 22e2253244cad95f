import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { isBookingEmail, KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";

const kinds = Object.entries(KINDS).flatMap(([kind, { to }]) =>
  isBookingEmail(kind) && to === "guests" ? [kind] : [],
);

test.each(kinds)("a booking's page has a name of its own for %s", async (kind) => {
  for (const locale of LOCALES) {
    const { t } = await i18nFor(locale);
    const nameOf = (one: string) => t("booking-admin.email", { kind: one, about: "none" });
    expect(nameOf(kind), locale).not.toBe(nameOf("unknown"));
  }
});
