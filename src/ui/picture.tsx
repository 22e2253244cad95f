import { type ComponentProps, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

/** The widths in which every picture is stored. */
const PICTURE_WIDTHS = [320, 640, 960, 1280] as const;

type PictureProps = Omit<ComponentProps<"img">, "src" | "srcSet" | "width" | "height"> & {
  /** `/pictures/<name>` or `/uploads/<name>` without width and extension, or the full URL of an external picture. */
  src: string;
  /** Empty for decoration. */
  alt: string;
  /** Its rendered width, for the browser's choice of a file: "100vw", "(min-width: 768px) 50vw, 100vw". */
  sizes: string;
  /** Shown instead when it can't be loaded. */
  missing: string;
  /** Width by height of the picture, to prevent layout shift. */
  ratio?: readonly [number, number];
  /** The largest picture of the first screen: fetched first. */
  priority?: boolean;
  /** Another picture for screens under 768 px wide. */
  phone?: string;
};

const PHONE = "(max-width: 767px)";
const isOurs = (src: string) => /^\/(pictures|uploads)\//.test(src) && !/\.\w+$/.test(src);
const candidates = (src: string, type: "avif" | "webp") =>
  PICTURE_WIDTHS.map((width) => `${src}-${width}.${type} ${width}w`).join(", ");

/** A responsive picture in several sizes and formats, or a line of text when it fails to load. */
export function Picture({
  src,
  alt,
  sizes,
  missing,
  ratio = [4, 3],
  priority = false,
  phone,
  className,
  ...rest
}: PictureProps) {
  const [broken, setBroken] = useState(false);
  const img = useRef<HTMLImageElement>(null);
  // a picture that failed before hydration has fired its error event already
  useEffect(() => {
    if (img.current?.complete && img.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken) return <MissingPicture className={className}>{missing}</MissingPicture>;
  const ours = isOurs(src);
  return (
    <picture className="contents *:[source]:hidden">
      {phone && isOurs(phone) && (
        <>
          <source media={PHONE} type="image/avif" srcSet={candidates(phone, "avif")} sizes={sizes} />
          <source media={PHONE} type="image/webp" srcSet={candidates(phone, "webp")} sizes={sizes} />
        </>
      )}
      {ours && <source type="image/avif" srcSet={candidates(src, "avif")} sizes={sizes} />}
      <img
        {...rest}
        ref={img}
        src={ours ? `${src}-640.webp` : src}
        srcSet={ours ? candidates(src, "webp") : undefined}
        sizes={sizes}
        alt={alt}
        width={ratio[0] * 100}
        height={ratio[1] * 100}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding="async"
        onError={() => setBroken(true)}
        className={className}
      />
    </picture>
  );
}

function MissingPicture({ className, children }: { className?: string; children: string }) {
  return (
    <span
      className={classNames("grid place-items-center bg-surface-3 p-4 text-center text-small text-text-2", className)}
    >
      {children}
    </span>
  );
}
