import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { AdminLink } from "./button.tsx";
import { Empty } from "./empty.tsx";

type NearestProps = {
  /** What was searched for, and what it may have meant. */
  search: string;
  near: readonly string[];
  /** The list with another search text. */
  hrefOf: (search: string) => string;
  /** The list's empty state where nothing is near. */
  otherwise: ReactNode;
};

/** The empty state of a search without matches: offers the nearest spellings as links, if there are any. */
export function Nearest({ search, near, hrefOf, otherwise }: NearestProps) {
  const { t } = useText();
  if (near.length === 0) return otherwise;
  return (
    <Empty
      title={t("admin.nearest.title", { search })}
      text={t("admin.nearest.text")}
      action={near.map((spelling) => (
        <AdminLink key={spelling} to={hrefOf(spelling)}>
          {spelling}
        </AdminLink>
      ))}
    />
  );
}
