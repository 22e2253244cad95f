import { useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ScanLine } from "#src/ui/lucide/icons.ts";
import { Logo } from "#src/ui/logo.tsx";
import type { Phone, PhoneView } from "./phone.ts";
import type { ScannerExtra } from "./scanner-head.tsx";

const SOLID =
  "flex min-h-13.5 w-full items-center justify-center gap-2.5 rounded-[14px] border-2 border-[#ffffff] bg-[#ffffff] px-4 text-[1.0625rem] font-semibold text-[#0b0609] no-underline disabled:opacity-60";

function Plain({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  const { t } = useText();
  return (
    <main className="fixed inset-0 overflow-y-auto bg-[#0b0609] text-base text-[#ffffff] [--c-focus:#ffffff]">
      <div className="mx-auto flex min-h-full max-w-100 flex-col justify-center gap-4 p-6">
        <Logo label={t("common.brand")} className="h-7 max-w-24! self-start" />
        <h1 className="heading text-[1.75rem] font-bold!">{title}</h1>
        <p className="text-[#e6dbe1]" role="status">
          {text}
        </p>
        {children}
      </div>
    </main>
  );
}

/** Before the phone has been read; what the server sends. */
export function Opening() {
  const { t } = useText();
  return (
    <main
      aria-busy
      className="fixed inset-0 grid place-items-center bg-[#0b0609] p-6 text-center text-base text-[#ffffff]"
    >
      <div className="grid justify-items-center gap-4">
        <ScanLine aria-hidden size={48} />
        <h1 className="heading text-xl font-bold!">{t("door-scanner.title")}</h1>
        <p>{t("door-scanner.opening")}</p>
        <noscript>{t("door-scanner.noScript")}</noscript>
      </div>
    </main>
  );
}

/** The phone's first use: it gets a name, by which others see who let somebody in. */
export function Naming({ phone }: { phone: Phone }) {
  const { t } = useText();
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const register = async (form: FormData) => {
    setBusy(true);
    const name = (form.get("name") as string).trim();
    setFailed(name === "" || !(await phone.register(name)));
    setBusy(false);
  };
  return (
    <Plain title={t("door-scanner.name.title")} text={t("door-scanner.name.text")}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void register(new FormData(event.currentTarget));
        }}
      >
        <label className="grid gap-1.5 font-semibold">
          {t("door-scanner.name.label")}
          <input
            name="name"
            required
            maxLength={40}
            autoComplete="off"
            defaultValue={t("door-scanner.name.example")}
            className="h-13 rounded-[12px] border-2 border-[#8b7a84] bg-[#1a1016] px-3.5 text-lg font-normal text-[#ffffff]"
          />
        </label>
        {failed && (
          <p role="alert" className="font-semibold text-[#ffc54a]">
            {t("door-scanner.name.failed")}
          </p>
        )}
        <button type="submit" disabled={busy} className={SOLID}>
          {t("door-scanner.name.start")}
        </button>
      </form>
    </Plain>
  );
}

/** Nobody is signed in anymore, or may not be here. The lists are deleted; unsent events are still sent automatically. */
export function SignedOut({ view }: { view: PhoneView }) {
  const { t, locale } = useText();
  const back = encodeURIComponent(localizedPath("/admin/ticket-scanner", locale));
  return (
    <Plain
      title={t(view.refused ? "door-scanner.refused.title" : "door-scanner.signedOut.title")}
      text={t(view.refused ? "door-scanner.refused.text" : "door-scanner.signedOut.text", { n: view.unsent })}
    >
      <a href={`${localizedPath("/login", locale)}?next=${back}`} className={SOLID}>
        {t("door-scanner.signedOut.go")}
      </a>
    </Plain>
  );
}

type EndedProps = { phone: Phone; view: PhoneView; extra: Pick<ScannerExtra, "notice" | "sheet"> };

/** The device was revoked: it hands over what it has, and that is all. What can't be says what it waits for. */
export function Ended({ phone, view, extra }: EndedProps) {
  const { t } = useText();
  const { unsent } = view;
  return (
    <Plain
      title={t("door-scanner.ended.title")}
      text={t(unsent > 0 ? "door-scanner.ended.handing" : "door-scanner.ended.done", {
        n: unsent,
        device: view.device,
      })}
    >
      {view.notTaken > 0 && <p className="font-semibold">{t("door-scanner.notTaken", { n: view.notTaken })}</p>}
      {unsent === 0 && (
        <button type="button" onClick={() => void phone.startAnew()} className={SOLID}>
          {t("door-scanner.ended.anew")}
        </button>
      )}
      {extra.notice && (
        <>
          <p className="font-semibold">{extra.notice.text}</p>
          <button type="button" onClick={extra.notice.onClick} className={SOLID}>
            {extra.notice.act}
          </button>
        </>
      )}
      {extra.sheet}
    </Plain>
  );
}

/** In the page's place, for whoever may not be at the door. */
export function DoorRefused() {
  const { t, locale } = useText();
  return (
    <Plain title={t("door-scanner.refused.title")} text={t("door-scanner.refused.text", { n: 0 })}>
      <a href={localizedPath("/admin/dashboard", locale)} className={SOLID}>
        {t("door-scanner.toAdmin")}
      </a>
    </Plain>
  );
}
