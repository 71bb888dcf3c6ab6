import { formatNumber } from '#contract/money.ts';
import type { Text } from '#portal/kit/text.ts';
import type { useLanguage } from '#portal/kit/format/use-language.ts';

const second = 1000;

/** What came of an attempt, in words: '200 in 84 ms', 'niet bereikbaar'. */
export function answerInWords(
  {
    status,
    error,
    ms,
  }: { readonly status: number | null; readonly error: string | null; readonly ms?: number | null },
  text: Text,
  language: ReturnType<typeof useLanguage>,
): string {
  if (status === 410) return text('core.webhooks.goneAnswer');
  const what = status === null ? text(`core.webhooks.failure.${error ?? 'unreachable'}`) : String(status);
  if (ms === undefined || ms === null) return what;
  const took = ms < second ? `${ms} ms` : `${formatNumber(ms / second, language, { max: 1 })} s`;
  return text('core.webhooks.answerIn', { what, took });
}
