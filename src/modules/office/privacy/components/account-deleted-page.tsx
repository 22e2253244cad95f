import { useEffect } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { clearAffiliate } from "#src/modules/sales/affiliates/components/stored-affiliate.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

export default function AccountDeleted() {
  const { t, locale } = useText();
  // the partner link that this browser remembers is deleted with the account
  useEffect(clearAffiliate, []);
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead
        title={t("identity-profile.deleted.pageTitle")}
        description={t("identity-profile.deleted.text")}
        index={false}
      />
      <section className="grid max-w-[38rem] justify-items-start gap-4">
        <Flag motif="calavera" className="w-18 text-brand" />
        <h1 className="text-h2">{t("identity-profile.deleted.title")}</h1>
        <p className="text-lead text-text-2">{t("identity-profile.deleted.text")}</p>
        <ButtonLink to={localizedPath("/", locale)} className="mt-2">
          {t("identity-profile.deleted.home")}
        </ButtonLink>
      </section>
    </main>
  );
}
