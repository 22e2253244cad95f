import { ArrowDown, ArrowUp, Eye, EyeOff } from "#src/ui/lucide/icons.ts";
import { moved } from "#src/kernel/moved.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import {
  ALWAYS_SHOWN,
  hiddenParts,
  HOME_PARTS,
  type HomePart,
  partsInOrder,
} from "#src/modules/site/content/rules/home-layout.ts";
import { PART_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";
import { classNames } from "#src/ui/class-names.ts";

type LayoutFormProps = { draft: SectionDraft; onChange: (draft: SectionDraft) => void };

/** The order of the page's parts, and which of them are shown. The first screen, its facts and the footer keep their places. */
export function LayoutForm({ draft, onChange }: LayoutFormProps) {
  const { t } = useText();
  const order = partsInOrder((draft.texts["order"] ?? "").split(","));
  const hidden = hiddenParts((draft.texts["hidden"] ?? "").split(","));
  const keep = (parts: readonly HomePart[], away: readonly HomePart[]) => {
    // the default order isn't stored
    const isUsual = parts.join() === HOME_PARTS.join();
    onChange({ ...draft, texts: { order: isUsual ? "" : parts.join(), hidden: hiddenParts(away).join() } });
  };
  return (
    <div className="grid gap-2">
      <p className="mb-1 text-text-2">{t("content-admin.layout.help")}</p>
      <ol className="grid gap-1.5">
        {order.map((part, index) => {
          const name = t(PART_WORDS[part]);
          const isShown = !hidden.includes(part);
          return (
            <li key={part} className="flex items-center gap-1.5 rounded-md border border-border py-0.5 pr-1.5 pl-3">
              {isShown ? (
                <Eye aria-hidden size={15} className="shrink-0 text-text-3" />
              ) : (
                <EyeOff aria-hidden size={15} className="shrink-0 text-text-3" />
              )}
              <span className={classNames("mr-auto font-medium", !isShown && "text-text-3 line-through")}>{name}</span>
              <IconAdminButton
                label={t("editing.up", { name })}
                disabled={index === 0}
                onClick={() => keep(moved(order, index, index - 1), hidden)}
                className="disabled:opacity-40"
              >
                <ArrowUp aria-hidden size={15} />
              </IconAdminButton>
              <IconAdminButton
                label={t("editing.down", { name })}
                disabled={index === order.length - 1}
                onClick={() => keep(moved(order, index, index + 1), hidden)}
                className="disabled:opacity-40"
              >
                <ArrowDown aria-hidden size={15} />
              </IconAdminButton>
              <AdminSwitch
                label={t("content-admin.layout.shown", { name })}
                checked={isShown}
                disabled={part === ALWAYS_SHOWN}
                onChange={(event) =>
                  keep(order, event.target.checked ? hidden.filter((one) => one !== part) : [...hidden, part])
                }
                className="ml-1.5"
              />
            </li>
          );
        })}
      </ol>
      <p className="text-fine text-text-3">{t("content-admin.layout.always")}</p>
    </div>
  );
}
