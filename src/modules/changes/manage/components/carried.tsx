import type { ManagePlace, Screen } from "#src/modules/changes/manage/rules/manage-page.ts";

/** Hidden fields of a GET form, whose fields replace the URL's query. */
export function Carried({ place, screen }: { place: ManagePlace; screen: Screen }) {
  return (
    <>
      <input type="hidden" name="do" value={screen} />
      {place.token !== null && <input type="hidden" name="token" value={place.token} />}
    </>
  );
}
