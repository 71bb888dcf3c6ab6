/** The rule that gives a page of ours the portal's letters; empty where the portal was not built. */
export function fontFace(fontUrl: string | null): string {
  return fontUrl === null
    ? ''
    : `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('${fontUrl}') format('woff2')}\n`;
}
