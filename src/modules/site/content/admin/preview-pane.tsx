import { ExternalLink, Laptop, Moon, Smartphone, Sun } from "#src/ui/lucide/icons.ts";
import { useEffect, useRef, useState } from "react";
import { type Locale, LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PREVIEW_READY, type PreviewMessage } from "#src/modules/site/content/rules/preview-message.ts";
import { SegmentedButtons } from "#src/ui/admin/segmented.tsx";
import { IconAdminLink } from "#src/ui/admin/button.tsx";

const WIDTHS = { phone: 390, desktop: 1280 } as const;

type PreviewPaneProps = Pick<PreviewMessage, "sections" | "shown"> & {
  /** The preview's address in English. */
  path: string;
  language: Locale;
};

/** The real page in a frame, with the texts as they are typed: on a phone or a desktop, light or dark, in either language. */
export function PreviewPane({ path, sections, shown: html, language: first }: PreviewPaneProps) {
  const { t } = useText();
  const [language, setLanguage] = useState<Locale>(first);
  const [device, setDevice] = useState<keyof typeof WIDTHS>("phone");
  const [theme, setTheme] = useState<"light" | "dark">("light");
  const frame = useRef<HTMLIFrameElement>(null);
  const { box, size } = useSize();
  const scale = Math.min(1, size.width / WIDTHS[device]);
  // read when the frame says that it listens
  const message = useRef<PreviewMessage>(null);
  useEffect(() => {
    message.current = { kind: "home-preview", sections, theme, shown: html };
    frame.current?.contentWindow?.postMessage(message.current, location.origin);
  }, [sections, theme, html]);
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent) => {
      const { contentWindow } = frame.current ?? {};
      if (origin !== location.origin || source !== contentWindow || data !== PREVIEW_READY) return;
      contentWindow?.postMessage(message.current, location.origin);
    };
    addEventListener("message", answer);
    return () => removeEventListener("message", answer);
  }, []);
  return (
    <section
      aria-label={t("content-admin.preview")}
      className="flex min-h-0 flex-col gap-2.5 rounded-panel border border-border bg-surface-2 p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedButtons
          label={t("content-admin.preview.language")}
          value={language}
          options={LOCALES.map((locale) => ({
            value: locale,
            label: locale.toUpperCase(),
            name: t(`content-admin.preview.${locale}`),
          }))}
          onChange={setLanguage}
        />
        <span className="mr-auto" />
        <SegmentedButtons
          label={t("content-admin.preview.device")}
          value={device}
          options={[
            { value: "phone", label: <Smartphone aria-hidden size={15} />, name: t("content-admin.preview.phone") },
            { value: "desktop", label: <Laptop aria-hidden size={15} />, name: t("content-admin.preview.desktop") },
          ]}
          onChange={setDevice}
        />
        <SegmentedButtons
          label={t("content-admin.preview.theme")}
          value={theme}
          options={[
            { value: "light", label: <Sun aria-hidden size={15} />, name: t("content-admin.preview.light") },
            { value: "dark", label: <Moon aria-hidden size={15} />, name: t("content-admin.preview.dark") },
          ]}
          onChange={setTheme}
        />
        <IconAdminLink label={t("content-admin.preview.open")} to={localizedPath(path, language)} target="_blank" boxed>
          <ExternalLink aria-hidden size={15} />
        </IconAdminLink>
      </div>
      <div ref={box} className="relative min-h-100 grow overflow-hidden rounded-lg border border-line-2 bg-surface">
        {size.width > 0 && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, with its scripts and the session
          <iframe
            ref={frame}
            key={language}
            src={`${localizedPath(path, language)}?frame`}
            title={t("content-admin.preview")}
            style={{
              width: size.width / scale,
              height: size.height / scale,
              transform: `scale(${scale})`,
            }}
            className="absolute top-0 left-0 origin-top-left"
          />
        )}
      </div>
    </section>
  );
}

/** The size of an element in CSS pixels; 0 until the browser has laid it out. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  // sizes exist only in the browser
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const watch = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return { box, size };
}
