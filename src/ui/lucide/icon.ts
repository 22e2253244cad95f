import { createElement, type ReactElement, type SVGProps } from "react";

/** `size` is width and height in CSS pixels. Hidden from screen readers: the text beside it carries the meaning. */
type IconProps = Omit<SVGProps<SVGSVGElement>, "children"> & { size?: number };
export type LucideIcon = (props: IconProps) => ReactElement;
type Shape = readonly [tag: string, attributes: Record<string, string>];

/** A line icon in the text color, drawn on a grid of 24; its class, in both stylesheets, says how its lines look. */
export const lucideIcon =
  (shapes: readonly Shape[]): LucideIcon =>
  ({ size = 24, className, ...props }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        strokeWidth: 2,
        "aria-hidden": true,
        className: className ? `icon ${className}` : "icon",
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
