import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ProfileSection } from "#src/modules/base/identity/components/profile-section.tsx";
import { buttonClass } from "#src/ui/button.tsx";

/** Download of all data stored about the user. */
export function OwnData() {
  const { t, locale } = useText();
  return (
    <ProfileSection id="data" title={t("identity-profile.data.title")} lead={t("identity-profile.data.lead")}>
      <a
        href={localizedPath("/profile/data.json", locale)}
        download
        className={`${buttonClass({ kind: "secondary" })} sm:justify-self-start`}
      >
        <Download aria-hidden size={20} />
        {t("identity-profile.data.download")}
      </a>
    </ProfileSection>
  );
}
