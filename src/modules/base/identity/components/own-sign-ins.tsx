import { useText } from "#src/locales/use-text.ts";
import { useDevice } from "#src/modules/base/identity/components/own-sessions.tsx";
import { ProfileSection } from "#src/modules/base/identity/components/profile-section.tsx";
import type { OwnSignIn } from "#src/modules/base/identity/schema.ts";

/** The latest attempts to sign in to the user's account; `at` is when, in the page's language. */
export function OwnSignIns({ signIns }: { signIns: readonly OwnSignIn[] }) {
  const { t } = useText();
  return (
    <ProfileSection
      id="sign-ins"
      title={t("identity-profile.signIns.title")}
      lead={t(signIns.length > 0 ? "identity-profile.signIns.lead" : "identity-profile.signIns.none")}
    >
      {signIns.length > 0 && (
        <ul className="grid">
          {signIns.map((signIn, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no id of their own here, and never move
            <SignInRow key={at} signIn={signIn} />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}

function SignInRow({ signIn }: { signIn: OwnSignIn }) {
  const { t } = useText();
  const device = useDevice(signIn);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3.5 border-t border-border py-3 leading-snug last:border-b">
      <p className="font-semibold">{t(`identity-profile.signIns.${signIn.what}`)}</p>
      <p className="text-small text-text-2">
        {device} · {signIn.at}
      </p>
    </li>
  );
}
