import { type SubmitEvent, useRef } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { endMark } from "#src/kernel/end-mark.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { readDeviceData } from "#src/modules/base/identity/components/device-data.ts";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { stackToast } from "#src/ui/toasts.tsx";

/**
 * An `onSubmit` for a plain form to `/sign-out`, which works without scripts too. Then calls `after`. When the server can't be
 * reached, the session and the tickets of this device end all the same (spec section 8): the browser marks its session as ended, and
 * the server ends it at the next request that arrives. Without a line nothing of an account stays on the screen. It sends a request
 * of its own: offline the router can't fetch the code behind that address, and reloads.
 */
function useSignOut(after: () => void) {
  const { t, locale } = useText();
  const busy = useRef(false);
  const signOut = async () => {
    if (busy.current) return;
    const { unsent, device, forget } = await readDeviceData();
    // they are kept and sent later, but only from this phone
    if (unsent > 0 && !confirm(t("site.signOutDoor", { n: unsent }))) return;
    busy.current = true;
    // a phone with nothing left to send is a device of the door no more
    const left: Record<string, string> = device !== null && unsent === 0 ? { device } : {};
    const address = localizedPath("/sign-out", locale);
    const done = await posted(address, left);
    if (!done) document.cookie = endMark(left["device"] ?? null);
    await forget();
    busy.current = false;
    if (done || (await posted(address, {}))) return after();
    leaveScreen({
      title: t("site.signedOut"),
      text: t("site.signedOut.noLine"),
      link: { to: localizedPath("/", locale), label: t("notFound.home") },
    });
    addEventListener("online", () => void posted(address, {}));
  };
  return (event: SubmitEvent) => {
    // what isn't saved here, only the browser can ask about, when the form takes the page with it
    if (!dispatchEvent(new Event("beforeunload", { cancelable: true }))) return;
    event.preventDefault();
    void signOut();
  };
}

type Farewell = { title: string; text: string; link: { to: string; label: string } };

/**
 * Takes the page off the screen, with whatever it says of somebody, and puts a heading, a sentence and a link in its place. Without
 * React, whose next page would have to be fetched; the link loads a new document.
 */
function leaveScreen({ title, text, link }: Farewell): void {
  const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, content: string) =>
    Object.assign(document.createElement(tag), { className, textContent: content });
  const main = make("main", "wrap section grid justify-items-start gap-5", "");
  main.setAttribute("role", "status");
  const back = make("a", "inline-flex min-h-11 items-center font-semibold text-brand-text underline", link.label);
  back.href = link.to;
  main.append(make("h1", "text-h1", title), make("p", "max-w-[38rem] text-lead text-text-2", text), back);
  const page = document.documentElement.cloneNode() as HTMLElement;
  const head = document.createElement("head");
  for (const element of document.head.querySelectorAll("meta, style, link[rel=stylesheet]"))
    head.append(element.cloneNode(true));
  head.append(make("title", "", title));
  const body = document.body.cloneNode() as HTMLElement;
  body.append(main);
  page.append(head, body);
  document.documentElement.replaceWith(page);
}

/** The same on the public site: shows another page (or this one again) for nobody in particular, and says so. */
export function useSiteSignOut(to: string) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useSignOut(() => {
    stackToast({ title: t("site.signedOut") });
    void (async () => {
      if (to !== pathname + search) await navigate(to);
      // what is around the page still knows who was here
      await revalidate();
    })();
  });
}

/** The same in the admin, which nobody sees signed out. */
export function useStaffSignOut() {
  const { locale } = useText();
  return useSignOut(() => location.assign(accountPath(localizedPath("/login", locale), { note: "signed-out" })));
}

/** Whether the server has answered as it does to a form that is done: by sending the browser on. */
const posted = (path: string, fields: Record<string, string>): Promise<boolean> =>
  fetch(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }).then(
    ({ type }) => type === "opaqueredirect",
    () => false,
  );
