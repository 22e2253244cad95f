import { useState } from "react";
import { ArrowDown, ArrowUp, Plus, TriangleAlert, X } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import { idsIn, movedId, successorOf } from "#src/modules/office/options/rules/calendar.ts";
import type { CrawlChoice, OpenSection } from "#src/modules/office/options/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Which crawls the calendar shows, in which order, and the one that a night without a crawl is sold as. */
export function CalendarSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const crawls = opened.facts.crawls ?? [];
  const ids = idsIn(form.texts.calendar_crawl_ids);
  const chosen = form.texts.default_crawl_id ?? "";
  const titleOf = (id: string) => crawls.find((crawl) => crawl.id === id)?.title ?? t("options.calendar.unknown");
  const setIds = (now: readonly string[]) => form.set({ calendar_crawl_ids: now.join(",") });
  const successor = successorOf(chosen, ids, crawls);
  const error = form.errorOf("calendar_crawl_ids");
  return (
    <SectionForm
      form={form}
      say={(_key, text) => idsIn(text).map(titleOf).join(", ") || t("options.calendar.allShort")}
    >
      <div className="grid gap-4">
        <Panel title={t("options.calendar.title")} footer={t("options.calendar.order")}>
          <p className="mb-3 max-w-[70ch] text-text-2">{t("options.calendar.text")}</p>
          {error && (
            <div className="mb-3">
              <AdminNotice tone="failed">{error}</AdminNotice>
            </div>
          )}
          {ids.length === 0 && <p className="mb-3 font-semibold">{t("options.calendar.all")}</p>}
          <ChosenCrawls ids={ids} crawls={crawls} titleOf={titleOf} onChange={setIds} />
          <AddCrawl
            crawls={crawls.filter(({ id, state }) => !ids.includes(id) && state !== "deleted")}
            onAdd={(id) => setIds([...ids, id])}
          />
        </Panel>
        <Panel title={t("options.calendar.default")}>
          {successor && (
            <div className="mb-3">
              <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
                <p className="mb-1.5">
                  {t(successor.next ? "options.calendar.gone" : "options.calendar.goneAll", {
                    crawl: titleOf(chosen),
                    next: successor.next?.title ?? "",
                  })}
                </p>
                {successor.next && (
                  <AdminButton small onClick={() => form.set({ default_crawl_id: successor.next!.id })}>
                    {t("options.calendar.makeDefault", { crawl: successor.next.title })}
                  </AdminButton>
                )}
              </AdminNotice>
            </div>
          )}
          <AdminField
            id="default_crawl_id"
            label={t("options.field.default_crawl_id")}
            help={t("options.calendar.defaultHelp")}
            changed={form.changed.includes("default_crawl_id")}
            className="max-w-96"
            {...(form.errorOf("default_crawl_id") ? { error: form.errorOf("default_crawl_id")! } : {})}
          >
            {(control) => (
              <AdminSelect
                {...control}
                name="default_crawl_id"
                value={chosen}
                onChange={(event) => form.set({ default_crawl_id: event.target.value })}
              >
                <option value="">{t("options.calendar.noDefault")}</option>
                {crawls
                  .filter(({ id, state }) => state === "shown" || id === chosen)
                  .map(({ id, title, city }) => (
                    <option key={id} value={id}>
                      {title}, {city}
                    </option>
                  ))}
              </AdminSelect>
            )}
          </AdminField>
        </Panel>
      </div>
    </SectionForm>
  );
}

type ChosenCrawlsProps = {
  ids: readonly string[];
  crawls: readonly CrawlChoice[];
  titleOf: (id: string) => string;
  onChange: (ids: readonly string[]) => void;
};

function ChosenCrawls({ ids, crawls, titleOf, onChange }: ChosenCrawlsProps) {
  const { t } = useText();
  const [message, setMessage] = useState("");
  const move = (id: string, by: -1 | 1) => {
    const now = movedId(ids, id, by);
    onChange(now);
    setMessage(t("options.calendar.moved", { crawl: titleOf(id), place: now.indexOf(id) + 1, count: now.length }));
  };
  const remove = (id: string) => {
    onChange(ids.filter((one) => one !== id));
    setMessage(t("options.calendar.removed", { crawl: titleOf(id) }));
  };
  return (
    <>
      <ol id="calendar_crawl_ids" tabIndex={-1} className="grid">
        {ids.map((id, index) => {
          const crawl = crawls.find((one) => one.id === id);
          const title = titleOf(id);
          return (
            <li key={id} className="flex items-center gap-2 border-b border-border py-1">
              <span className="w-5 shrink-0 text-right text-text-3 tabular-nums">{index + 1}</span>
              <span className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2">
                <strong>{title}</strong>
                <span className="text-text-3">{crawl?.city}</span>
                {crawl?.state !== "shown" && (
                  <Badge tone={crawl?.state === "hidden" ? "none" : "failed"}>
                    {t(crawl?.state === "hidden" ? "options.calendar.hidden" : "options.calendar.deleted")}
                  </Badge>
                )}
              </span>
              <IconAdminButton
                label={t("options.calendar.up", { crawl: title })}
                // not disabled: at the end of the list the button would lose the focus that moves it
                aria-disabled={index === 0}
                className="aria-disabled:opacity-40"
                onClick={() => move(id, -1)}
              >
                <ArrowUp aria-hidden size={15} />
              </IconAdminButton>
              <IconAdminButton
                label={t("options.calendar.down", { crawl: title })}
                aria-disabled={index === ids.length - 1}
                className="aria-disabled:opacity-40"
                onClick={() => move(id, 1)}
              >
                <ArrowDown aria-hidden size={15} />
              </IconAdminButton>
              <IconAdminButton label={t("options.calendar.remove", { crawl: title })} onClick={() => remove(id)}>
                <X aria-hidden size={15} />
              </IconAdminButton>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {message}
      </p>
    </>
  );
}

function AddCrawl({ crawls, onAdd }: { crawls: readonly CrawlChoice[]; onAdd: (id: string) => void }) {
  const { t } = useText();
  const [picked, setPicked] = useState("");
  const now = crawls.some(({ id }) => id === picked) ? picked : (crawls[0]?.id ?? "");
  if (crawls.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <AdminField id="add-crawl" label={t("options.calendar.add")} className="w-72 max-w-full">
        {(control) => (
          <AdminSelect {...control} value={now} onChange={(event) => setPicked(event.target.value)}>
            {crawls.map(({ id, title, city, state }) => (
              <option key={id} value={id}>
                {title}, {city}
                {state === "hidden" ? ` (${t("options.calendar.hidden")})` : ""}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
      <AdminButton icon={<Plus aria-hidden size={15} />} onClick={() => onAdd(now)}>
        {t("options.calendar.addDo")}
      </AdminButton>
    </div>
  );
}
