import { Ban, CalendarClock, Download, Mail, Tag } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Counted } from "#src/modules/office/booking-admin/admin/counted.tsx";
import { ExportForm } from "#src/modules/office/booking-admin/admin/export-form.tsx";
import { useExtent } from "#src/modules/office/booking-admin/admin/use-extent.ts";
import { addressOf } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { extentOf } from "#src/modules/office/booking-admin/rules/extent.ts";
import { type BookingQuery, listText } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import type { Extent, BookingRow } from "#src/modules/office/booking-admin/schema.ts";
import { BulkBar } from "#src/ui/admin/bulk-bar.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { later } from "#src/ui/later.tsx";

const TagDialog = later(
  "bookings-tag",
  async () => (await import("#src/modules/office/booking-admin/admin/tag-dialog.tsx")).TagDialog,
);
// most who look at the list write nobody
const EmailDialog = later(
  "bookings-email",
  async () => (await import("#src/modules/office/booking-admin/admin/email-dialog.tsx")).EmailDialog,
);

type ListBulkProps = {
  list: List<BookingQuery>;
  extent: Promise<Extent>;
  mayChange: boolean;
  /** The tags in use. */
  tags: readonly string[];
  chosen: readonly BookingRow[];
  all: boolean;
  onAll: () => void;
  onClear: () => void;
};

/** Actions on the selected bookings, with their people and total; selecting the whole view is a separate step. */
export function ListBulk({ list, extent, mayChange, tags, chosen, all, onAll, onClear }: ListBulkProps) {
  const { t } = useText("booking-admin-list");
  const { countIn } = useExtent();
  const [isWriting, setWriting] = useState(false);
  // each is fetched when it is first opened
  const [opened, setOpened] = useState({ writing: false, tagging: false });
  const [isTagging, setTagging] = useState(false);
  const [emailsSent, setEmailsSent] = useState(0);
  const { path: base } = list;
  const ids = chosen.map(({ id }) => id).join(",");
  const which = { ids: all ? "" : ids, all: all ? "1" : "", query: listText(list.values) };
  const address = addressOf({ ids: chosen.map(({ id }) => id), all, query: which.query });
  return (
    <>
      <BulkBar
        onClear={onClear}
        clearLabel={t("booking-admin-list.select.none")}
        summary={
          all ? (
            <Counted extent={extent} meanwhile="…">
              {(counted) => <Selected selection={counted} />}
            </Counted>
          ) : (
            <>
              <Selected selection={extentOf(chosen)} />
              <Counted extent={extent}>
                {(counted) =>
                  counted.count > chosen.length && (
                    <button type="button" className="border-0! font-semibold underline" onClick={onAll}>
                      {t("booking-admin-list.select.all", { count: countIn(counted) })}
                    </button>
                  )
                }
              </Counted>
            </>
          )
        }
      >
        {mayChange && (
          <>
            <AdminButton
              icon={<Mail aria-hidden size={15} />}
              onClick={() => {
                setWriting(true);
                setOpened({ ...opened, writing: true });
              }}
            >
              {t("booking-admin-list.email.open")}
            </AdminButton>
            <AdminButton
              icon={<Tag aria-hidden size={15} />}
              onClick={() => {
                setTagging(true);
                setOpened({ ...opened, tagging: true });
              }}
            >
              {t("booking-admin-list.tag.open")}
            </AdminButton>
            <AdminLink icon={<CalendarClock aria-hidden size={15} />} to={`${base}/move?${address}`}>
              {t("booking-admin-list.move.open")}
            </AdminLink>
            <AdminLink icon={<Ban aria-hidden size={15} />} to={`${base}/cancel?${address}`}>
              {t("booking-admin-list.cancel.open")}
            </AdminLink>
          </>
        )}
        <ExportForm base={base} format="xlsx" chosen={which}>
          <AdminButton type="submit" icon={<Download aria-hidden size={15} />}>
            {t("booking-admin-list.export")}
          </AdminButton>
        </ExportForm>
      </BulkBar>
      {opened.tagging && (
        <TagDialog base={base} open={isTagging} chosen={which} existing={tags} onClose={() => setTagging(false)} />
      )}
      {/* stays mounted while closed to keep the draft; a new key after sending resets it */}
      {opened.writing && (
        <EmailDialog
          key={emailsSent}
          base={base}
          open={isWriting}
          chosen={which}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            setEmailsSent(emailsSent + 1);
          }}
        />
      )}
    </>
  );
}

/** The selection's bookings, people and total. */
function Selected({ selection }: { selection: Extent }) {
  const { t } = useText();
  const { countIn, moneyIn } = useExtent();
  const { count, people } = selection;
  const summary = [
    ...(people === null ? [] : [t("booking-admin-list.guests", { count: people })]),
    ...moneyIn(selection),
  ];
  return (
    <>
      <strong className="font-semibold">{t("booking-admin-list.selected", { count, said: countIn(selection) })}</strong>
      <span>{summary.join(" · ")}</span>
    </>
  );
}
