import { CloudOff } from "#src/ui/lucide/icons.ts";
import { useNavigate } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "../button.tsx";
import { Empty } from "../empty.tsx";
import { Panel } from "../panel.tsx";

/** Stands in place of a list that can't be read, with a button that tries again. */
export function ListFailure({ title, text, retry }: { title: string; text: string; retry: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  return (
    <>
      <title>{t("admin.tab", { page: title, brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <Panel padded={false}>
        <Empty
          page
          title={title}
          text={text}
          icon={<CloudOff aria-hidden size={18} />}
          action={<AdminButton onClick={() => void navigate(0)}>{retry}</AdminButton>}
        />
      </Panel>
    </>
  );
}
