/** Puts values in a sentence; a name without a value becomes nothing: `fill('Offerte {{number}}', { number: '2026-12-1' })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
