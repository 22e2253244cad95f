import { MapPin } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";

type MeetingPointProps = {
  /** Empty where nobody wrote one. */
  point: string;
  /** https address of it on a map. */
  mapUrl: string | null;
};

/** Where the groups of a city usually meet, with the way to see it on a map; nothing where neither is known. */
export function MeetingPoint({ point, mapUrl }: MeetingPointProps) {
  const { t } = useText();
  if (point === "" && mapUrl === null) return null;
  return (
    <div className="mt-6 flex max-w-[42rem] items-start gap-2.5">
      <MapPin aria-hidden size={20} className="mt-0.5 shrink-0 text-brand-text" />
      <p className="flex flex-wrap gap-x-3 gap-y-1 wrap-anywhere">
        {point !== "" && (
          <span>
            <strong>{t("catalog-cities.meetingPoint")}</strong> {point}
          </span>
        )}
        {mapUrl !== null && (
          <a
            href={mapUrl}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-brand-text underline-offset-4"
          >
            {t(point === "" ? "catalog-cities.meetingMap" : "catalog-cities.map")}
          </a>
        )}
      </p>
    </div>
  );
}
