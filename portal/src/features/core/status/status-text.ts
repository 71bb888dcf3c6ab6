import type { Text } from '#portal/kit/text.ts';

/** How long something lasts, in its largest unit: `40 s`, `12 min`, `3 uur`, `2 dagen`. */
export function ageText(seconds: number, text: Text): string {
  if (seconds < 60) return text('core.status.seconds', { count: Math.round(seconds) });
  if (seconds < 3600) return text('core.status.minutes', { count: Math.round(seconds / 60) });
  if (seconds < 48 * 3600) return text('core.status.hours', { count: Math.round(seconds / 3600) });
  return text('core.status.days', { count: Math.round(seconds / 86_400) });
}

/** What a kind of job is called; one that these texts do not know yet by its own name. */
export function kindText(kind: string, text: Text): string {
  const key = `core.status.kinds.${kind}`;
  const found = text(key);
  return found === key ? kind : found;
}
