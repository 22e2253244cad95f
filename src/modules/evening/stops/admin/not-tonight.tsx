import { MoonStar } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { KeptTaps } from "#src/modules/evening/stops/admin/kept-taps.tsx";
import { useTaps } from "#src/modules/evening/stops/admin/use-taps.ts";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type NotTonightProps = { night: string; me: string; path: string };

/** Instead of a night that isn't its guide's now: what this phone still keeps of it can be read, and put away, here. */
export function NotTonight({ night, me, path }: NotTonightProps) {
  const { t } = useText();
  const taps = useTaps({ night, me, path });
  useFlash(taps.told);
  return (
    <div className="grid gap-4">
      {/* the server sends nothing about this night, not even its time zone */}
      <KeptTaps taps={taps} stops={[]} zone={ownZone()} />
      <Panel padded={false}>
        <Empty
          icon={<MoonStar aria-hidden size={20} />}
          title={t("stops-admin.way.notTonight.title")}
          text={t("stops-admin.way.notTonight.text")}
        />
      </Panel>
    </div>
  );
}
