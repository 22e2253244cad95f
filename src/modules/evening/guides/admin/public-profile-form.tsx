import { useState } from "react";
import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { PictureField } from "#src/modules/site/content/admin/picture-field.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { GuideMonth } from "#src/modules/evening/guides/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";

type ShownFormProps = {
  userId: string;
  name: string;
  profile: GuideMonth["seen"];
  /** Whether this role keeps pictures. */
  mayPicture: boolean;
};

/** Whether guests see a guide on the nights that they lead, and with which picture. */
export function ShownForm({ userId, name, profile, mayPicture }: ShownFormProps) {
  const { t } = useText();
  const fetcher = useFetcher<FormAnswer>();
  useFlash(fetcher.data);
  const [portrait, setPortrait] = useState(profile.portrait ?? "");
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <input type="hidden" name="intent" value="show" />
      <input type="hidden" name="user_id" value={userId} />
      <input type="hidden" name="portrait" value={portrait} />
      <h3 className="font-semibold">{t("guides-admin.toGuests")}</h3>
      <AdminCheck name="shown" value="yes" defaultChecked={profile.shown}>
        {t("guides-admin.shown", { name })}
      </AdminCheck>
      {mayPicture && (
        <PictureField
          id={`portrait-${userId}`}
          label={t("guides-admin.portrait")}
          value={portrait}
          set={setPortrait}
          isChanged={portrait !== (profile.portrait ?? "")}
          none={t("guides-admin.portraitNone")}
          to="/admin/pub-crawls/pictures"
        />
      )}
      <AdminButton small type="submit" busy={fetcher.state !== "idle"} className="justify-self-start">
        {t("admin.save")}
      </AdminButton>
    </fetcher.Form>
  );
}
