import type { TextFunction } from './tree.ts';

/** What a text function makes of a text; `trim` takes off spaces, tabs and line ends. */
export function applyText(name: TextFunction, text: string): string {
  switch (name) {
    case 'tolower':
      return text.toLowerCase();
    case 'toupper':
      return text.toUpperCase();
    case 'trim':
      return trim(text);
  }
}

// By hand: a pattern anchored at the end takes quadratic time on a long run of spaces.
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && ' \t\r\n'.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A text without case and accents, nearly as the database folds it (`norm`): for searching in loaded rows. */
export function foldText(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return bare.replace(/[ßẞæÆœŒøØłŁđĐðÐþÞħĦĳĲı]/gu, (letter) => folded[letter] ?? letter).toLowerCase();
}

// Letters that are no letter with an accent, as PostgreSQL's unaccent spells them.
const folded = Object.fromEntries(
  'ß:ss ẞ:SS æ:ae Æ:AE œ:oe Œ:OE ø:o Ø:O ł:l Ł:L đ:d Đ:D ð:d Ð:D þ:th Þ:TH ħ:h Ħ:H ĳ:ij Ĳ:IJ ı:i'
    .split(' ')
    .map((pair) => pair.split(':')),
);
