const letters = 'abcdefghijkmnopqrstuvwxyz';
const kinds = [letters, letters.toUpperCase().replace('O', ''), '23456789'];
const all = kinds.join('');
const length = 15;

/**
 * A password of 15 letters and digits that meets the rules of product 2.5: one digit, one small and one
 * capital letter. Without `l`, `1`, `0` and `O`, which people misread.
 */
export function makePassword(random: (below: number) => number = secureRandom): string {
  const pick = (from: string) => from[random(from.length)] ?? '';
  const signs = [...kinds.map(pick), ...Array.from({ length: length - kinds.length }, () => pick(all))];
  // The first three kinds must not always stand first.
  for (let i = signs.length - 1; i > 0; i -= 1) {
    const other = random(i + 1);
    [signs[i], signs[other]] = [signs[other] ?? '', signs[i] ?? ''];
  }
  return signs.join('');
}

function secureRandom(below: number): number {
  // Refusing the last, incomplete round keeps every outcome as likely.
  const limit = Math.floor(0x1_0000_0000 / below) * below;
  const value = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return value < limit ? value % below : secureRandom(below);
}
