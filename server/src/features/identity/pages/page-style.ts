import { readFile } from 'node:fs/promises';
import { brands } from '#contract/brands.ts';

/**
 * The style sheet of a page outside the portal: the portal's font, the colours of its brand (`data-brand`), what all
 * these pages share, and its own rules.
 *
 * @param fontUrl null if the portal was not built
 */
export async function pageStyle(fontUrl: string | null, own: URL): Promise<string> {
  const font = fontUrl === null ? '' : fontFace(fontUrl);
  const shared = new URL('./page.css', import.meta.url);
  const files = await Promise.all([shared, own].map((url) => readFile(url, 'utf8')));
  return [font, brandColors, ...files].join('\n');
}

const fontFace = (url: string) =>
  `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('${url}') format('woff2')}`;

const brandColors = Object.entries(brands)
  .map(([name, { palette }]) => {
    const [light, dark] = [
      `--fill:${palette[7]};--fill-hover:${palette[8]};--accent:${palette[7]};--panel:${palette[9]}`,
      `--fill:${palette[6]};--fill-hover:${palette[7]};--accent:${palette[3]}`,
    ];
    const brand = `[data-brand='${name}']`;
    return `${brand}{${light}}@media(prefers-color-scheme:dark){${brand}{${dark}}}`;
  })
  .join('\n');
