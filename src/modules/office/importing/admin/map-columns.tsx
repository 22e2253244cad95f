import { Form, useNavigation } from "react-router";
import { LOCALES } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { type Field, fieldsOf, REQUIRED } from "#src/modules/office/importing/rules/fields.ts";
import { DATE_ORDERS, LEFT_OUT } from "#src/modules/office/importing/rules/mapping.ts";
import { CRAWL_FIELD, type DraftView } from "#src/modules/office/importing/schema.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminField, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** A heading above labels: larger than they are, and apart from the fields before it. */
const LEGEND = "mb-2 w-full border-t border-border pt-4 text-base font-semibold";
const GRID = "grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3";

/** What each column of a file is, and what counts where there is none. Guessed first; whoever knows better corrects it. */
export function MapColumns({ view }: { view: DraftView }) {
  const { t } = useText();
  const isSaving = useNavigation().formData?.get("intent") === "map";
  const isBookings = view.kind === "bookings";
  const isOpen = view.plan === null || view.plan.errorCount > 0 || view.plan.count === 0;
  return (
    <Panel title={t("importing.map")}>
      {/* on a phone the preview would be far below what is right already */}
      <details open={isOpen} key={String(isOpen)}>
        <summary className={adminButtonClass({ kind: "plain" })}>{t("importing.mapOpen")}</summary>
        {/* a draft that was mapped anew shows what is stored now */}
        <Form method="post" className="mt-3 grid gap-4" key={JSON.stringify(view.mapping)}>
          <input type="hidden" name="intent" value="map" />
          <p className="max-w-[70ch] text-text-2">{t("importing.mapLead", { rows: view.rows })}</p>
          <div className={GRID}>
            {fieldsOf(view.kind).map((field) => (
              <ColumnOf key={field} field={field} view={view} />
            ))}
          </div>
          <Standards view={view} />
          {view.crawlNames.length > 0 && <CrawlNames view={view} />}
          <fieldset className="grid gap-1">
            <legend className={LEGEND}>{t("importing.leave")}</legend>
            {LEFT_OUT.filter((why) => isBookings || why === "known").map((why) => (
              <AdminCheck key={why} name={`leave-${why}`} defaultChecked={view.mapping.leftOut.includes(why)}>
                {t(`importing.leave.${why}.${view.kind}`)}
              </AdminCheck>
            ))}
          </fieldset>
          <AdminButton type="submit" busy={isSaving} className="justify-self-start">
            {t("importing.remap")}
          </AdminButton>
        </Form>
      </details>
    </Panel>
  );
}

function ColumnOf({ field, view }: { field: Field; view: DraftView }) {
  const { t } = useText();
  const { heads, examples, mapping, kind, missing } = view;
  const own = mapping.columns[field];
  const example = own === undefined ? "" : (examples[heads.indexOf(own)] ?? "");
  const isRequired = REQUIRED[kind].includes(field) || missing.includes(field);
  return (
    <AdminField
      id={`column-${field}`}
      label={t(`importing.field.${field}`)}
      {...(isRequired ? {} : { optional: t("admin.optional") })}
      help={example === "" ? undefined : <span className="block truncate">{t("importing.example", { example })}</span>}
    >
      {(control) => (
        <AdminSelect {...control} name={`column-${field}`} defaultValue={own ?? ""}>
          <option value="">{t("importing.noColumn")}</option>
          {heads.map((head) => (
            <option key={head} value={head}>
              {head}
            </option>
          ))}
        </AdminSelect>
      )}
    </AdminField>
  );
}

function Standards({ view }: { view: DraftView }) {
  const { t } = useText();
  const { mapping, crawls, currencies, kind } = view;
  return (
    <fieldset className="grid gap-2">
      <legend className={LEGEND}>{t("importing.standards")}</legend>
      <div className={GRID}>
        {kind === "bookings" && (
          <>
            <AdminField id="crawl" label={t("importing.standard.crawl")}>
              {(control) => (
                <AdminSelect {...control} name="crawl" defaultValue={mapping.crawl ?? ""}>
                  <option value="">{t("importing.standard.noCrawl")}</option>
                  {crawls.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="currency" label={t("importing.standard.currency")}>
              {(control) => (
                <AdminSelect {...control} name="currency" defaultValue={mapping.currency}>
                  {currencies.map((code) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="paid" label={t("importing.standard.paid")}>
              {(control) => (
                <AdminSelect {...control} name="paid" defaultValue={mapping.paid ? "paid" : "unpaid"}>
                  <option value="paid">{t("importing.paid.paid")}</option>
                  <option value="unpaid">{t("importing.paid.unpaid")}</option>
                </AdminSelect>
              )}
            </AdminField>
          </>
        )}
        {kind === "bookings" ? (
          <AdminField id="dates" label={t("importing.dates")}>
            {(control) => (
              <AdminSelect {...control} name="dates" defaultValue={mapping.dates}>
                {DATE_ORDERS.map((order) => (
                  <option key={order} value={order}>
                    {t(`importing.dates.${order}`)}
                  </option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        ) : (
          <input type="hidden" name="dates" value={mapping.dates} />
        )}
        <AdminField id="language" label={t("importing.standard.language")}>
          {(control) => (
            <AdminSelect {...control} name="language" defaultValue={mapping.language}>
              {LOCALES.map((code) => (
                <option key={code} value={code}>
                  {t(`importing.language.${code}`)}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      </div>
    </fieldset>
  );
}

/** Which crawl each name in the file means: other systems call them otherwise. */
function CrawlNames({ view }: { view: DraftView }) {
  const { t } = useText();
  return (
    <fieldset className="grid gap-2">
      <legend className={LEGEND}>{t("importing.crawlNames")}</legend>
      <div className={GRID}>
        {view.crawlNames.map(({ key, name, crawl }, at) => (
          <AdminField
            key={key}
            id={`${CRAWL_FIELD}${at}`}
            label={<span className="wrap-anywhere">{t("importing.crawlName", { name })}</span>}
          >
            {(control) => (
              <>
                <input type="hidden" name={`crawl-name-${at}`} value={key} />
                <AdminSelect {...control} name={`${CRAWL_FIELD}${at}`} defaultValue={crawl ?? ""}>
                  <option value="">{t("importing.crawlNone")}</option>
                  {view.crawls.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </AdminSelect>
              </>
            )}
          </AdminField>
        ))}
      </div>
    </fieldset>
  );
}
