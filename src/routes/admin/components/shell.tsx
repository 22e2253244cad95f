import { type ReactNode, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CommandBox } from "#src/modules/office/command/admin/command-box.tsx";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { useWelcome } from "#src/modules/site/content/components/session-toasts.tsx";
import { ClosedBanner } from "#src/modules/office/opening/admin/closed-banner.tsx";
import { SideNav, TabNav } from "#src/routes/admin/components/nav.tsx";
import { pagesFor, type Waiting } from "#src/routes/admin/components/navigation.ts";
import { ShellKeys } from "#src/routes/admin/components/keys.tsx";
import { TopBar } from "#src/routes/admin/components/top-bar.tsx";
import { type Me, MeContext } from "#src/modules/base/identity/components/me-context.ts";
import { LostLine } from "#src/ui/admin/lost-line.tsx";
import { TodayContext } from "#src/ui/admin/moment.tsx";
import { useNamedField } from "#src/ui/admin/use-named-field.ts";
import { keepEarlyInput } from "#src/ui/early-input.ts";
import { ToastRegion } from "#src/ui/toasts.tsx";

if (!import.meta.env.SSR) keepEarlyInput();

type ShellProps = {
  me: Me;
  waiting: Waiting;
  now: string;
  /** Whether guests can book. */ isOpen: boolean;
  children: ReactNode;
};

/** The admin's frame: menu on the left (a tab bar on phones), global search, page, toasts. */
export function AdminShell({ me, waiting, now, isOpen, children }: ShellProps) {
  const { t, locale } = useText();
  const [layer, setLayer] = useState<"none" | "command" | "keys" | "menu">("none");
  const { pathname } = useLocation();
  useNamedField();
  useWelcome(me.email);
  const close = () => setLayer("none");
  const shortcuts = pagesFor(me).map(({ path, name, key }) => ({
    href: localizedPath(path, locale),
    name: t(name),
    key: key ?? null,
  }));
  return (
    <LanguageProvider>
      <MeContext value={me}>
        <a
          href="#main"
          className="absolute -top-20 left-4 z-50 rounded-md bg-surface px-4 py-3 font-semibold text-text shadow-lg focus:top-3"
        >
          {t("common.skip")}
        </a>
        <Busy />
        <LostLine />
        <div className="min-h-dvh md:grid md:grid-cols-[auto_minmax(0,1fr)]">
          <SideNav me={me} waiting={waiting} />
          <div className="min-w-0 max-md:pb-16">
            <TopBar now={now} onSearch={() => setLayer("command")} onKeys={() => setLayer("keys")} me={me} />
            {!isOpen && <ClosedBanner role={me.role} />}
            <main id="main" tabIndex={-1} key={pathname} className="px-3.5 py-3.5 md:px-5 md:pb-5">
              <TodayContext value={dateIn(new Date(now), HOME_ZONE)}>{children}</TodayContext>
            </main>
          </div>
          <TabNav me={me} waiting={waiting} />
        </div>
        <CommandBox
          open={layer === "command"}
          onOpen={() => setLayer("command")}
          onClose={close}
          pages={shortcuts}
          me={me}
        />
        <ShellKeys open={layer === "keys"} onOpen={() => setLayer("keys")} onClose={close} pages={shortcuts} me={me} />
        <ToastRegion label={t("site.notices")} closeLabel={t("admin.close")} list="stack" place="admin" />
      </MeContext>
    </LanguageProvider>
  );
}

/** A progress line along the top during navigation; delayed, so that it never just flashes. */
function Busy() {
  const { t } = useText();
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <span className="sr-only">{t("common.loading")}</span>
      <span aria-hidden className="block h-full w-1/3 animate-[across_1.1s_150ms_linear_infinite_both] bg-agave" />
    </div>
  );
}
