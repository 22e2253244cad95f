import { GitMerge } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "./button.tsx";
import { AdminNotice } from "./field.tsx";

type ConflictProps = {
  /** Replaces "Somebody else saved this". */
  title?: string;
  /** Each field that differs: its label, the other person's saved value, the value typed here. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  /** Saves the values typed here over the other person's, which the user has now seen. */
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else saved the same record meanwhile: shows their changes beside the values typed here, and the choice. */
export function Conflict({ title, fields, onKeepMine, onTakeTheirs }: ConflictProps) {
  const { t } = useText();
  return (
    <div role="alert" className="mb-3">
      <AdminNotice tone="judge" icon={<GitMerge aria-hidden size={16} />}>
        <p className="font-semibold">{title ?? t("admin.conflict.title")}</p>
        {fields.length > 0 && (
          <table className="mt-2 w-full text-left">
            <thead className="text-fine text-text-3">
              <tr>
                <th scope="col" className="pr-3 font-semibold">
                  {t("admin.conflict.field")}
                </th>
                <th scope="col" className="pr-3 font-semibold">
                  {t("admin.conflict.theirs")}
                </th>
                <th scope="col" className="font-semibold">
                  {t("admin.conflict.mine")}
                </th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, theirs, mine }) => (
                <tr key={label} className="align-top">
                  <th scope="row" className="pr-3 font-medium">
                    {label}
                  </th>
                  <td className="pr-3 break-words">{theirs}</td>
                  <td className="break-words">{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="mt-2.5 flex flex-wrap gap-2">
          <AdminButton onClick={onTakeTheirs}>{t("admin.conflict.takeTheirs")}</AdminButton>
          <AdminButton kind="ink" onClick={onKeepMine}>
            {t("admin.conflict.keepMine")}
          </AdminButton>
        </div>
      </AdminNotice>
    </div>
  );
}
