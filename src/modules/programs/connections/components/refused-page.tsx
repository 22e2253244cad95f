import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { PageHead } from "#src/ui/page-head.tsx";

/** Says that a program's request can't be answered. */
export default function RefusedRequest() {
  const { t, locale } = useText();
  return (
    <AccountFrame title={t("connections.over.title")} lead={t("connections.over.text")}>
      <PageHead title={t("connections.pageTitle")} description={t("connections.description")} index={false} />
      <ButtonLink to={localizedPath("/admin", locale)} wide>
        {t("connections.over.action")}
      </ButtonLink>
    </AccountFrame>
  );
}
