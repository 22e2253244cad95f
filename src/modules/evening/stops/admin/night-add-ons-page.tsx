import { Form } from "react-router";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { KeptTaps } from "#src/modules/evening/stops/admin/kept-taps.tsx";
import { NotTonight } from "#src/modules/evening/stops/admin/not-tonight.tsx";
import { useKeptPage } from "#src/modules/evening/stops/admin/use-kept-page.ts";
import { type NewTap, useTaps } from "#src/modules/evening/stops/admin/use-taps.ts";
import { withTaps } from "#src/modules/evening/stops/rules/hand-out.ts";
import type { NightAddOn } from "#src/modules/evening/stops/schema.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Check, Undo2 } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/evening/+types/night-add-ons.ts";

/** What was sold for a night beside its places, handed out piece by piece; a guide's phone keeps it without a line. */
export default function NightAddOns({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  if (loaderData.night !== null) return <HandingOut {...loaderData} />;
  const title = t("stops-admin.addOns.title");
  const path = localizedPath(`/admin/nights/${loaderData.id}/way/taps`, locale);
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      <NotTonight night={loaderData.id} me={loaderData.me} path={path} />
    </>
  );
}

type Loaded = Extract<Route.ComponentProps["loaderData"], { tapKey: string }>;

function HandingOut({ night, addOns, me, tapKey }: Loaded) {
  const { t, locale } = useText();
  const way = `/admin/nights/${night.id}/way`;
  const taps = useTaps({ night: night.id, me, path: `${localizedPath(way, locale)}/taps` });
  useFlash(taps.told);
  useKeptPage({ me, version: addOns.map(({ id, sold, redeemed }) => `${id} ${sold} ${redeemed}`).join(" ") });
  const list = withTaps(
    addOns,
    taps.kept.filter(({ refused }) => refused === null),
  );
  const title = t("stops-admin.addOns.title");
  return (
    <>
      <meta name="door-user" content={me} />
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to={way} name={t("stops-admin.way.title")} />}
        meta={`${night.title} · ${dateInSentence(night.date, locale)}`}
      />
      <div className="grid gap-4 max-md:pb-36">
        <KeptTaps taps={taps} stops={[]} zone={night.zone} />
        {list.length === 0 && (
          <Panel padded={false}>
            <Empty title={t("stops-admin.addOns.none.title")} text={t("stops-admin.addOns.none.text")} />
          </Panel>
        )}
        {list.map((addOn) => (
          <Panel
            key={addOn.id}
            title={addOn.name}
            padded={false}
            action={
              <span className="font-semibold tabular-nums">
                {t("stops-admin.addOns.count", { sold: addOn.sold, redeemed: addOn.redeemed })}
              </span>
            }
          >
            <ul className="divide-y divide-border border-t border-border">
              {addOn.parties.map((party) => (
                <Party key={party.booking} addOn={addOn} party={party} tapKey={tapKey} tap={taps.tap} />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}

type PartyProps = {
  addOn: NightAddOn;
  party: NightAddOn["parties"][number];
  tapKey: string;
  tap: (what: NewTap) => void;
};

function Party({ addOn, party, tapKey, tap }: PartyProps) {
  const { t } = useText();
  const { booking, reference, name, quantity, redeemed } = party;
  const isDone = redeemed >= quantity;
  const values = { addOn: addOn.name, name };
  return (
    <li className="flex items-center gap-3 px-3.5 py-2.5">
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-text-3 tabular-nums">
          {`${reference} · ${t("stops-admin.addOns.of", { redeemed, of: quantity })}`}
        </span>
      </span>
      <Form
        method="post"
        className="flex shrink-0 items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent;
          const isBack = submitter instanceof HTMLButtonElement && submitter.value === "taken_back";
          tap({ kind: isBack ? "taken_back" : "handed_out", booking, add_on: addOn.id });
        }}
      >
        <input type="hidden" name="key" value={tapKey} />
        <input type="hidden" name="booking" value={booking} />
        <input type="hidden" name="add_on" value={addOn.id} />
        {redeemed > 0 && (
          <IconAdminButton
            type="submit"
            name="kind"
            value="taken_back"
            boxed
            label={t("stops-admin.addOns.takeBack", values)}
          >
            <Undo2 aria-hidden size={18} />
          </IconAdminButton>
        )}
        {isDone ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-agave-text">
            <Check aria-hidden size={18} />
            {t("stops-admin.addOns.done")}
          </span>
        ) : (
          <AdminButton
            kind="ink"
            type="submit"
            name="kind"
            value="handed_out"
            aria-label={t("stops-admin.addOns.handOutTo", values)}
            className="h-12! px-4!"
          >
            {t("stops-admin.addOns.handOut")}
          </AdminButton>
        )}
      </Form>
    </li>
  );
}
