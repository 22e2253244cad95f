import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { type Fresh, useFresh } from "#src/ui/admin/use-fresh.ts";

const EVERY_MS = 10_000;

/** The night as it is now: asked for again every 10 s while the page is visible. */
export function useNight(loaderNight: Night): Omit<Fresh<Night>, "data"> & { night: Night } {
  const { locale } = useText();
  const { data, ...live } = useFresh(
    loaderNight,
    localizedPath(`/admin/nights/${loaderNight.id}/now`, locale),
    EVERY_MS,
  );
  return { ...live, night: data };
}
