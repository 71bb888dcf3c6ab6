import { type DocumentText, computed } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';

const signs: readonly (readonly [RegExp, string])[] = [
  [/€|\beur(?:o|os)?\b/g, 'EUR'],
  [/\$|\busd\b/g, 'USD'],
  [/£|\bgbp\b/g, 'GBP'],
  [/\bchf\b/g, 'CHF'],
];

/** Codes of others whose sign is theirs alone seldom. */
const codes = /(?<![\p{L}\d])(?:AUD|CAD|NZD|HKD|SGD|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CNY|TRY|ZAR)(?![\p{L}])/gu;

/** Where no currency is printed, the country of the sender tells. */
const homes: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})vat[^\n]{0,20}(?<!\p{L})gb ?\d|sort code|\.co\.uk(?!\p{L})/u, 'GBP'],
  [/che-\d{3}\.\d{3}|(?<!\p{L})mwst\.? (?:8[.,]1|7[.,]7|2[.,]6) ?%/u, 'CHF'],
  [/sales tax[^]*, [a-z]{2} \d{5}|, [a-z]{2} \d{5}[^]*sales tax/u, 'USD'],
];

/** The currencies of the document, the one printed most often first. */
export function findCurrency(text: DocumentText): Candidate<string>[] {
  const printed =
    text.lines
      .map((line) => line.text)
      .join('\n')
      .match(codes) ?? [];
  const named = [...new Set(printed)].map((code) => ({
    code,
    count: printed.filter((one) => one === code).length,
  }));
  // A dollar sign beside `AUD` is no American one.
  const dollars = named.find(({ code }) => code.endsWith('D'));
  const counted = [
    ...signs.map(([pattern, code]) => {
      const count = text.lower.match(pattern)?.length ?? 0;
      return dollars && code === 'USD' ? { code: dollars.code, count } : { code, count };
    }),
    ...named.filter((one) => one !== dollars || !text.lower.includes('$')),
  ];
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) {
    const abroad = homes.find(([pattern]) => pattern.test(text.lower))?.[1];
    // A sender with a Dutch registration or account bills in euros unless it says otherwise.
    const isDutch = [...text.kvks, ...text.vatIds, ...text.ibans].some(({ value }) =>
      /^(?:\d{8}$|NL)/.test(value.value),
    );
    const confidence = abroad === undefined && isDutch ? 0.93 : 0.6;
    return [computed(abroad ?? 'EUR', '', confidence, ['no-currency'])];
  }
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ code, count }) =>
      computed(code, code, Math.round((count / all) * 96) / 100, [`repeated:${count}`]),
    );
}
