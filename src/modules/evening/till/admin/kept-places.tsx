import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { OfflineSales, SalesView } from "#src/modules/evening/till/admin/offline-sales.ts";

type KeptPlacesProps = { sales: OfflineSales; view: SalesView };

const BUTTON =
  "flex min-h-11 items-center rounded-md border border-line-2 px-3.5 font-semibold text-text disabled:opacity-50";

/**
 * The places that this phone holds for its door: puts them back on sale, after explaining what that does, and holds new ones.
 */
export function KeptPlaces({ sales, view: { reserve, released } }: KeptPlacesProps) {
  const { t } = useText("till");
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<"offline" | "unsent" | null>(null);
  const n = reserve?.here ?? 0;
  const act = (work: () => Promise<typeof failed>) => {
    setBusy(true);
    setFailed(null);
    void work()
      .then(setFailed)
      .finally(() => {
        setBusy(false);
        setAsking(false);
      });
  };
  if (n === 0 && !released && failed === null) return null;
  return (
    <div className="mt-4 grid gap-2.5 border-t border-border pt-3">
      <p>{released ? t("till.offline.released") : n > 0 && t("till.offline.keeps", { n })}</p>
      {isAsking && n > 0 && <p className="text-text-2">{t("till.offline.putBackAsk", { n })}</p>}
      {failed && (
        <p role="alert" className="font-semibold text-low-text">
          {t(failed === "unsent" ? "till.offline.unsentFirst" : "till.offline.noAnswer")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {released ? (
          <button
            type="button"
            disabled={busy}
            onClick={() => act(async () => ((await sales.holdAgain()) ? null : "offline"))}
            className={BUTTON}
          >
            {t("till.offline.again")}
          </button>
        ) : isAsking && n > 0 ? (
          <>
            <button
              type="button"
              disabled={busy}
              onClick={() =>
                act(async () => {
                  const did = await sales.release();
                  return did === "released" ? null : did;
                })
              }
              className={BUTTON}
            >
              {t("till.offline.putBackDo", { n })}
            </button>
            <button type="button" disabled={busy} onClick={() => setAsking(false)} className={BUTTON}>
              {t("till.offline.putBackNo")}
            </button>
          </>
        ) : (
          n > 0 && (
            <button type="button" onClick={() => setAsking(true)} className={BUTTON}>
              {t("till.offline.putBack", { n })}
            </button>
          )
        )}
      </div>
    </div>
  );
}
