import type { Page } from 'playwright-core';
import { startPdf } from '#server/platform/pdf/pdf.ts';

/** What a browser prints of a page on A4: the text of all its sheets, without spaces, since lines wrap. */
export async function printedText(page: Page, { landscape = false } = {}): Promise<string> {
  const reader = startPdf();
  try {
    const document = await reader.open(await page.pdf({ format: 'A4', landscape }));
    const sheets: string[] = [];
    for (let sheet = 1; sheet <= document.pageCount; sheet += 1)
      sheets.push((await document.text(sheet)).characters.join(''));
    await document.close();
    return withoutSpaces(sheets.join(''));
  } finally {
    await reader.close();
  }
}

/** A text as {@link printedText} gives it. */
export function withoutSpaces(words: string): string {
  return words.normalize('NFKC').replace(/[\s\p{Cc}\u00AD\uFFFE-]/gu, '');
}
