/** Small letters without accents, so that 'Zoë' is found by 'zoe'. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
