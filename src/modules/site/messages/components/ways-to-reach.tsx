import { Mail, Phone } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";
import { Picture } from "#src/ui/picture.tsx";

/** Beside the form: the operator's email address and phone number, and a link to the FAQ. */
export function WaysToReach({ email, phone }: { email: string | undefined; phone: string | undefined }) {
  const { t, locale } = useText();
  return (
    <aside className="rounded-lg bg-surface p-3 shadow-md">
      <Picture
        src="/pictures/toast"
        alt={t("messages.picture")}
        missing={t("site.imageMissing")}
        sizes="(min-width: 1024px) 28rem, 100vw"
        className="aspect-[16/10] w-full rounded-md object-cover max-lg:hidden"
      />
      <div className="grid gap-6 p-4 lg:pt-6">
        {(email ?? phone) && (
          <div className="grid gap-1">
            <h2 className="mb-1 text-h3">{t("messages.direct")}</h2>
            {email && (
              <Way icon={<Mail aria-hidden size={20} />} label={t("messages.direct.email")} href={`mailto:${email}`}>
                {email}
              </Way>
            )}
            {phone && (
              <Way icon={<Phone aria-hidden size={20} />} label={t("messages.direct.phone")} href={telLink(phone)}>
                {phone}
              </Way>
            )}
          </div>
        )}
        <div className="grid justify-items-start gap-1 border-t border-border pt-5 first:border-0 first:pt-0">
          <h2 className="text-h3">{t("messages.faq.title")}</h2>
          <p className="text-text-2">{t("messages.faq.text")}</p>
          <Link to={localizedPath("/faq", locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
            {t("messages.faq.link")}
          </Link>
        </div>
      </div>
    </aside>
  );
}

type WayProps = { icon: ReactNode; label: string; href: string; children: string };

function Way({ icon, label, href, children }: WayProps) {
  return (
    <a href={href} className="group flex min-h-13 items-center gap-3 no-underline">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-surface-2 text-brand-text">{icon}</span>
      <span className="min-w-0">
        <span className="block text-small text-text-2">{label}</span>
        <span className="block font-semibold wrap-anywhere underline-offset-4 group-hover:underline">{children}</span>
      </span>
    </a>
  );
}
