import type { BrandName } from '#contract/brands.ts';
import { type Html, html } from './html.ts';

// The marks and panels of design.md: drawn, so that a page needs no picture files. Each panel is under 3 kB.

const markPaths: Readonly<Record<BrandName, Html>> = {
  generic: html`<path fill="currentColor" d="M5 16a7 7 0 0 1 14 0Z" /><path d="M3.5 19.5h17M12 6.2V5" />`,
  fm: html`<path d="M6 3.5h8l4.5 4.5v12.5H6Z" /><path d="m9.3 14 2 2 3.7-4" />`,
  carpetline: html`<path
    d="M21 19.5H11A7.5 7.5 0 1 1 18.5 12a4.75 4.75 0 0 1-9.5 0 2.25 2.25 0 0 1 4.5 0"
  />`,
};

/** The brand's mark, white on its colour. */
export function mark(variant: BrandName): Html {
  return html`<svg
    class="mark"
    viewBox="0 0 24 24"
    width="28"
    height="28"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${markPaths[variant]}
  </svg>`;
}

/** The picture of the brand panel. */
export function panelPicture(variant: BrandName): Html {
  const shapes = { generic: ringingBell, fm: stackOfPages, carpetline: wovenRug }[variant]();
  // What may be cut off on a panel of another shape: never the bell, the page or the fringe.
  const anchor = { generic: 'xMidYMax', fm: 'xMaxYMin', carpetline: 'xMidYMin' }[variant];
  return html`<svg
    class="picture"
    viewBox="0 0 640 560"
    preserveAspectRatio="${anchor} slice"
    fill="none"
    aria-hidden="true"
    focusable="false"
  >
    ${shapes}
  </svg>`;
}

function ringingBell(): Html {
  const arcs = [103, 157, 211, 265, 319, 373, 427].map(
    (radius, index) =>
      html`<path
        d="M${320 - radius} 508a${radius} ${radius} 0 0 1 ${radius * 2} 0"
        opacity="${(0.62 - index * 0.07).toFixed(2)}"
      />`,
  );
  return html`<g stroke="#fff" stroke-width="2">${arcs}</g>
    <path fill="#fff" d="M246 492a74 74 0 0 1 148 0q0 8-8 8H254q-8 0-8-8Z" /><circle
      cx="320"
      cy="410"
      r="11"
      fill="#fff"
    />
    <path fill="#fff" d="M-400 520h1440v9H-400Z" />`;
}

function stackOfPages(): Html {
  const pages = [6, 5, 4, 3, 2, 1].map(
    (step) =>
      html`<rect
        x="${296 - step * 27}"
        y="${84 + step * 29}"
        width="284"
        height="390"
        rx="8"
        opacity="${(1 - step * 0.13).toFixed(2)}"
      />`,
  );
  const line = (x: number, y: number, width: number) =>
    html`<rect x="${x}" y="${y}" width="${width}" height="9" rx="4.5" />`;
  return html`<g fill="#07474b" stroke="#bfe0e0" stroke-width="2">${pages}</g>
    <rect x="296" y="84" width="284" height="390" rx="8" fill="#fff" />
    <g fill="#c2d1d2"
      >${[
        line(326, 129, 88),
        line(326, 198, 128),
        line(326, 228, 96),
        line(326, 287, 224),
        line(326, 317, 224),
        line(326, 347, 224),
      ]}</g
    >
    <rect x="446" y="400" width="114" height="40" rx="4" fill="#fdf0da" stroke="#d1830b" stroke-width="3" />
    <rect x="461" y="414" width="90" height="12" rx="6" fill="#3c5a3f" />`;
}

function wovenRug(): Html {
  return html`<defs
      ><pattern id="weave" x="146" y="70" width="58" height="58" patternUnits="userSpaceOnUse">
        <path stroke="#cf9bb9" stroke-width="2.5" d="m29 5 24 24-24 24L5 29Z" /><path
          fill="#f3e3ec"
          d="m29 18 11 11-11 11-11-11Z"
        />
        <path
          fill="#f0a63c"
          d="m0-6 6 6-6 6-6-6Zm58 0 6 6-6 6-6-6ZM0 52l6 6-6 6-6-6Zm58 0 6 6-6 6-6-6Z"
        /> </pattern
    ></defs>
    <path stroke="#f3e3ec" stroke-width="20" stroke-dasharray="2.5 8" d="M121 22h398" />
    <path fill="#85305e" d="M118 34h404v540H118Z" />
    <path stroke="#fff" stroke-width="3" d="M129 45h382v540H129Z" />
    <path stroke="#f0a63c" stroke-width="4" d="M138 54h364v540H138Z" />
    <path fill="url(#weave)" d="M146 62h348v520H146Z" />`;
}

/** A flag beside the letters of a language. */
export function flag(language: 'nl' | 'en'): Html {
  const stripes =
    language === 'nl'
      ? html`<path fill="#ae1c28" d="M0 0h18v4H0Z" /><path fill="#fff" d="M0 4h18v4H0Z" /><path
            fill="#21468b"
            d="M0 8h18v4H0Z"
          />`
      : html`<path fill="#012169" d="M0 0h18v12H0Z" /><path
            stroke="#fff"
            stroke-width="2.4"
            d="m0 0 18 12M18 0 0 12"
          />
          <path stroke="#c8102e" stroke-width="1" d="m0 0 18 12M18 0 0 12" /><path
            stroke="#fff"
            stroke-width="4"
            d="M9 0v12M0 6h18"
          />
          <path stroke="#c8102e" stroke-width="2.4" d="M9 0v12M0 6h18" />`;
  return html`<svg
    viewBox="0 0 18 12"
    width="18"
    height="12"
    fill="none"
    aria-hidden="true"
    focusable="false"
  >
    ${stripes}
  </svg>`;
}

/** The eye of the button that shows the password. */
export function eye(): Html {
  return html`<svg
    viewBox="0 0 24 24"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M10 12a2 2 0 1 0 4 0a2 2 0 0 0-4 0" />
    <path d="M21 12q-3.6 6-9 6t-9-6q3.6-6 9-6t9 6" />
    <path class="slash" d="m4 4 16 16" />
  </svg>`;
}

/** The sign before an error. */
export function warning(): Html {
  return html`<svg
    viewBox="0 0 24 24"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01" />
  </svg>`;
}
