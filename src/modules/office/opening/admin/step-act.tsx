import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Step } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";

type Way = { to: string; name: MessageId };

/** The screens that do a step, the first one before all. */
function waysOf(step: Step, { states, crawls, nights }: Opening): Way[] {
  const isDone = states[step] === "done";
  switch (step) {
    case "brand":
      return [{ to: "/admin/general-options?section=brand", name: "opening.brand.act" }];
    case "home":
      return [{ to: "/admin/home-content?section=hero", name: "opening.home.act" }];
    case "mail":
      return [{ to: "/admin/general-options?section=mail", name: "opening.mail.act" }];
    case "company":
      return [
        { to: "/admin/general-options?section=receipts", name: "opening.company.act" },
        { to: "/admin/general-options?section=contact", name: "opening.company.contact" },
      ];
    case "money":
      return [{ to: "/admin/general-options?section=currencies", name: "opening.money.act" }];
    case "city":
      return [{ to: "/admin/cities", name: isDone ? "opening.city.again" : "opening.city.act" }];
    case "crawl": {
      const list: Way = { to: "/admin/pub-crawls", name: isDone ? "opening.crawl.again" : "opening.crawl.hidden" };
      if (isDone || crawls.hidden > 0) return [list];
      return [
        { to: "/admin/add-pub-crawl?example=1", name: "opening.crawl.act" },
        { to: "/admin/add-pub-crawl", name: "opening.crawl.bare" },
      ];
    }
    case "nights":
      return isDone
        ? [{ to: "/admin/schedule", name: "opening.nights.again" }]
        : [{ to: "/admin/schedule/new?kind=series", name: "opening.nights.act" }];
    case "payments":
      return [{ to: "/admin/general-options?section=payments", name: "opening.payments.act" }];
    case "trial":
      return nights.first
        ? [
            { to: `/checkout?departure=${nights.first.id}`, name: "opening.trial.act" },
            { to: `/admin/bookings/new?departure_id=${nights.first.id}`, name: "opening.trial.byHand" },
          ]
        : [];
    case "open":
      return [];
  }
}

/** The buttons of a step; none while it waits for another. */
export function StepAct({ step, opening }: { step: Step; opening: Opening }) {
  const { t, locale } = useText();
  const state = opening.states[step];
  if (state === "later") return null;
  const ways = waysOf(step, opening).map(({ to, name }, index) => (
    <AdminLink
      key={to}
      to={localizedPath(to, locale)}
      kind={index > 0 ? "quiet" : state === "next" ? "ink" : "plain"}
      {...(to.startsWith("/checkout") ? { target: "_blank" } : {})}
    >
      {t(name)}
    </AdminLink>
  ));
  return step === "brand" && state !== "done" ? (
    <>
      {ways}
      <ConfirmBrand />
    </>
  ) : (
    ways
  );
}

/** Says that the names which came with the product are the operator's. */
function ConfirmBrand() {
  const { t } = useText();
  const act = useFetcher<Flash>();
  useFlash(act.data ?? null);
  return (
    <AdminButton
      kind="quiet"
      busy={act.state !== "idle"}
      onClick={() => void act.submit({ intent: "confirm" }, { method: "post" })}
    >
      {t("opening.brand.confirm")}
    </AdminButton>
  );
}
