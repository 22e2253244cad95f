import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Tonight } from "#src/modules/office/reports/schema.ts";
import { type Fresh, useFresh } from "#src/ui/admin/use-fresh.ts";

const EVERY_MS = 30_000;

/** Live data for tonight: asked for again every 30 s while the page is visible. */
export function useTonight(loaderTonight: Tonight): Omit<Fresh<Tonight>, "data"> & { tonight: Tonight } {
  const { locale } = useText();
  const { data, ...live } = useFresh(loaderTonight, localizedPath("/admin/dashboard/tonight", locale), EVERY_MS);
  return { ...live, tonight: data };
}
