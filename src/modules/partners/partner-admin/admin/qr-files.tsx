import type { ReactNode } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import {
  fileName,
  PAPERS,
  PNG_SIZES,
  PRINTED,
  PRINTS,
  type QrFile,
} from "#src/modules/partners/partner-admin/rules/qr-file.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** A code as it looks, its short address, and its files: alone, as a poster, as a table tent. */
export function QrFiles({ id, address, svg }: { id: string; address: string; svg: string }) {
  const { t, locale } = useText();
  const link = (file: QrFile, name: string) => (
    <a
      key={name}
      download
      href={localizedPath(`/admin/affiliates/qr/${id}/${fileName(file)}`, locale)}
      className={`${ADMIN_LINK} max-md:py-2`}
    >
      {name}
    </a>
  );
  return (
    <Panel title={t("affiliates-qr.code")}>
      <div className="flex flex-wrap items-start gap-5">
        <span
          role="img"
          aria-label={t("affiliates-qr.qr", { address })}
          className="size-44 shrink-0 overflow-hidden rounded-md border border-border"
          dangerouslySetInnerHTML={{ __html: svg }}
        />
        <div className="grid min-w-0 flex-[1_1_18rem] gap-2.5">
          <p className="rounded-md bg-surface-2 px-2.5 py-1.5 font-mono text-fine break-all select-all">{address}</p>
          <p className="text-text-2">{t("affiliates-qr.addressHelp")}</p>
          <p>
            <CopyButton text={address}>{t("affiliates-qr.copy")}</CopyButton>
          </p>
          <dl className="grid gap-2 border-t border-border pt-2.5">
            <Files name={t("affiliates-qr.file.code")}>
              {link({ kind: "svg" }, t("affiliates-qr.file.svg"))}
              {PNG_SIZES.map((size) =>
                link({ kind: "png", size }, t("affiliates-qr.file.png", { size: String(size) })),
              )}
            </Files>
            {PRINTS.flatMap((kind) =>
              PAPERS.map((paper) => (
                <Files
                  key={kind + paper}
                  name={`${t(`affiliates-qr.file.${kind}`)}, ${t(`affiliates-qr.file.paper.${paper}`)}`}
                >
                  {PRINTED.map((printed) => link({ kind, paper, printed }, t(`affiliates-qr.file.printed.${printed}`)))}
                </Files>
              )),
            )}
          </dl>
          <p className="text-fine text-text-3">{t("affiliates-qr.file.tentHelp")}</p>
        </div>
      </div>
    </Panel>
  );
}

function Files({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[9rem_1fr]">
      <dt className="text-text-2">{name}</dt>
      <dd className="flex flex-wrap gap-x-4 gap-y-0.5">{children}</dd>
    </div>
  );
}
