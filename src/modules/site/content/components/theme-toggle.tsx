import { Moon, Sun } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { IconButton } from "#src/ui/button.tsx";

const YEAR_S = 31_536_000;

/** Stored as specified (section 3), and in a cookie, so that the server renders the next page in the right theme. */
function setTheme(theme: "light" | "dark") {
  document.documentElement.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // storage may be blocked; the cookie decides
  }
}

/** A light and a dark button; CSS shows the one for the other theme. */
export function ThemeToggle() {
  const { t } = useText();
  return (
    <span className="invisible hydrated:visible">
      <IconButton label={t("site.useDark")} onClick={() => setTheme("dark")} className="dark:hidden">
        <Moon aria-hidden size={20} />
      </IconButton>
      <IconButton label={t("site.useLight")} onClick={() => setTheme("light")} className="not-dark:hidden">
        <Sun aria-hidden size={20} />
      </IconButton>
    </span>
  );
}
