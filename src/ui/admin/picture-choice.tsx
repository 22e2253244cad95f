import { useEffect, useState } from "react";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "./button.tsx";
import { AdminDialog } from "./confirm.tsx";
import { AdminInput } from "./field.tsx";
import { type KeptPicture, readChoice } from "./picture-answer.ts";
import { Picture } from "../picture.tsx";

type PictureChoiceProps = {
  open: boolean;
  /** The page that lists pictures as JSON, without language. */
  from: string;
  onChoose: (picture: KeptPicture) => void;
  onClose: () => void;
};

type Found = { pictures: KeptPicture[]; total: number };

/** Debounce after the last keystroke. */
const PAUSE_MS = 200;

/** A dialog to choose one of the pictures that are there already. */
export function PictureChoice({ open, from, onChoose, onClose }: PictureChoiceProps) {
  const { t } = useText();
  return (
    <AdminDialog
      open={open}
      title={t("editing.chooseTitle")}
      onClose={onClose}
      wide
      footer={
        <AdminButton kind="quiet" onClick={onClose}>
          {t("admin.cancel")}
        </AdminButton>
      }
    >
      <Choice from={from} onChoose={onChoose} />
    </AdminDialog>
  );
}

function Choice({ from, onChoose }: Pick<PictureChoiceProps, "from" | "onChoose">) {
  const { t, locale } = useText();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const { found, hasFailed } = useFound(localizedPath(from, locale), { search, page });
  return (
    <div className="grid gap-3">
      <AdminInput
        type="search"
        aria-label={t("editing.chooseSearch")}
        placeholder={t("editing.chooseSearchFor")}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setPage(1);
        }}
        // the dialog may stand in a form
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status" className="text-text-2 empty:hidden">
        {hasFailed
          ? t("editing.chooseFailed")
          : found?.pictures.length === 0
            ? t(search.trim() === "" ? "editing.chooseNone" : "editing.chooseNothing")
            : null}
      </p>
      <ul aria-busy={!found && !hasFailed} className="grid min-h-32 grid-cols-3 gap-2 md:grid-cols-5">
        {(found?.pictures ?? []).map((picture, index) => (
          <li key={picture.src}>
            <button
              type="button"
              aria-label={
                inLocale(locale, picture.alt, picture.alt_es) ||
                picture.alt_es ||
                t("editing.chooseUnnamed", { number: index + 1 })
              }
              onClick={() => onChoose(picture)}
              className="block w-full overflow-hidden rounded-md border border-border hover:border-border-strong"
            >
              <Picture
                src={picture.src}
                alt=""
                missing={t("site.imageMissing")}
                sizes="10rem"
                className="aspect-4/3 w-full bg-surface-3 object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {found && found.pictures.length < found.total && (
        <AdminButton onClick={() => setPage(page + 1)} className="justify-self-center">
          {t("editing.chooseMore")}
        </AdminButton>
      )}
    </div>
  );
}

/** The pages of a search up to `page`; null until the first has come. */
function useFound(path: string, { search, page }: { search: string; page: number }) {
  const [found, setFound] = useState<Found | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // asks the server while somebody types, and forgets answers to what isn't asked anymore
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const query = new URLSearchParams({ q: search, page: String(page) });
          const answer = await fetch(`${path}?${query}`, {
            signal: abort.signal,
            headers: { accept: "application/json" },
          });
          const next = answer.ok ? readChoice(await answer.json()) : null;
          if (abort.signal.aborted) return;
          setFailed(next === null);
          if (next)
            setFound((now) => (page === 1 || !now ? next : { ...next, pictures: [...now.pictures, ...next.pictures] }));
        } catch {
          if (!abort.signal.aborted) setFailed(true);
        }
      },
      search === "" ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, search, page]);
  return { found, hasFailed };
}
