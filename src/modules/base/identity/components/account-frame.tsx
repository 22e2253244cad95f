import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Bunting } from "#src/ui/papel-picado.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { Receipt } from "#src/ui/sheet.tsx";

type AccountFrameProps = {
  title: string;
  lead?: string;
  /** Below the form, on the same sheet: the link to the related page. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A sign-in page: a sheet of paper in front of the city by night, under the bunting. The sheet never covers the people in the
 * picture: they stand below it, from 1024 px on beside it at the foot of the window.
 */
export function AccountFrame({ title, lead, foot, children }: AccountFrameProps) {
  const { t } = useText();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative isolate min-h-[46rem] overflow-hidden bg-night [--c-flag-pale:var(--c-paper)] [--c-rope:var(--c-paper)]"
    >
      <Bunting sway flags={16} scale={0.66} sag={24} className="max-md:hidden" />
      <Bunting sway width={390} flags={6} scale={0.6} sag={12} className="md:hidden" />
      <div className="wrap pt-6 pb-[62vw] md:pt-4 md:pb-[25vw] lg:pb-24">
        {/* wide enough for each title to take as many lines in the fallback font as in its own */}
        <Receipt className="mx-auto max-w-[33.5rem] lg:mx-0">
          <div className="grid gap-6 px-5 pt-7 pb-6 sm:px-8 md:pt-9">
            <header className="grid gap-2.5 wrap-anywhere">
              <h1 className="text-h2">{title}</h1>
              {lead && <p className="text-text-2">{lead}</p>}
            </header>
            {children}
            {foot && <div className="border-t-2 border-dashed pt-5">{foot}</div>}
          </div>
        </Receipt>
      </div>
      {/* After the sheet in the document, because a page painted while still loading would show the city higher up first. */}
      <div className="pointer-events-none absolute inset-0 -z-10 flex flex-col justify-end lg:left-[26%] lg:justify-start">
        <div className="relative h-[min(155vw,46rem)] lg:sticky lg:top-19 lg:h-[calc(100svh-4.75rem)] lg:max-h-full">
          <Picture
            src="/pictures/cdmx-wide"
            phone="/pictures/cdmx-tall"
            alt=""
            missing={t("site.imageMissing")}
            sizes="(min-width: 1024px) 74vw, 100vw"
            ratio={[16, 9]}
            className="absolute inset-x-0 bottom-0 h-[155vw] w-full object-cover object-bottom md:h-[56.25vw] lg:h-full lg:object-[90%_100%] lg:[mask-image:linear-gradient(90deg,transparent,#000_32%)]"
          />
          <div
            aria-hidden
            className="absolute inset-0 bg-[linear-gradient(180deg,var(--n-sky-1)_0,#140c1240_14rem,#140c1200_26rem)]"
          />
        </div>
      </div>
    </main>
  );
}
