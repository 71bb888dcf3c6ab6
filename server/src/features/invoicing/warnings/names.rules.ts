const general = new Set([
  'de',
  'het',
  'en',
  'van',
  'der',
  'den',
  'the',
  'and',
  'of',
  'nederland',
  'netherlands',
  'holland',
  'benelux',
  'groep',
  'group',
  'holding',
  'services',
  'service',
  'international',
  'intl',
  'company',
  'co',
  'administratie',
]);
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/3/g, 'e'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/i/g, 'l'],
];

// `b0uw` reads as `bouw`; a number of its own stays one.
const asRead = (word: string) =>
  /^\d+$/.test(word) ? word : lookalikes.reduce((text, [sign, seen]) => text.replace(sign, seen), word);
const wordsOf = (nameKey: string) => nameKey.split(' ').filter((word) => word !== '');
const numbersOf = (words: readonly string[]) => words.filter((word) => /^\d+$/.test(word)).join(' ');

/** Changes of one letter (or two that changed places) between two texts, or more than `max`. */
function distance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

/**
 * Whether two names, as `nameKey` gives them, may be taken for each other: the same but for a letter or two, signs that
 * look alike, general words, or words behind it. Other numbers make other names.
 */
export function resembles(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return false;
  if (numbersOf(words) !== numbersOf(others)) return false;
  const [seen, seenOther] = [words.map(asRead), others.map(asRead)];
  const [text, otherText] = [seen.join(''), seenOther.join('')];
  const shorter = Math.min(text.length, otherText.length);
  const allowed = shorter >= 12 ? 2 : shorter >= 5 ? 1 : 0;
  if (distance(text, otherText, allowed) <= allowed) return true;
  return contains(seen, seenOther);
}

// `van dijk installaties` and `van dijk installaties zwolle`: what the shorter one says of itself stands in the longer.
function contains(one: readonly string[], other: readonly string[]): boolean {
  const own = (words: readonly string[]) =>
    words.filter((word) => !general.has(word) && !isGeneralAsRead(word));
  const [short, long] = [own(one), own(other)].toSorted((a, b) => a.length - b.length);
  if (!short || !long || short.length === 0) return false;
  const isTelling = short.length > 1 || (short[0]?.length ?? 0) >= 8;
  return (
    isTelling &&
    short.every((word) => long.some((match) => distance(word, match, 1) <= (word.length >= 6 ? 1 : 0)))
  );
}

const generalAsRead = new Set([...general].map(asRead));
const isGeneralAsRead = (word: string) => generalAsRead.has(word);
