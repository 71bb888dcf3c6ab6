import { foldText } from '#contract/list-query/text.ts';

/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly id: string;
  readonly fullName: string;
}

/** A name that is being typed: where its `@` stands, and what was typed behind it. */
export interface Mention {
  readonly from: number;
  readonly typed: string;
}

/** The longest list of names. */
export const maxNames = 8;

/** The name that is being typed before the caret: behind an `@` that begins a word, on one line, of three words at most. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?<=^|[\s(])@(?! )(?<typed>[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,3} ?)$/u.exec(
    text.slice(0, caret),
  );
  return found ? { from: found.index, typed: found.groups?.['typed'] ?? '' } : undefined;
}

/** The people whose name begins with what was typed, or has a word that does: without regard to case and accents. */
export function fitting<P extends Mentionable>(people: readonly P[], typed: string): readonly P[] {
  const wanted = foldText(typed).trimStart();
  const isWhole = people.some(
    ({ fullName }) => foldText(fullName) === wanted.trimEnd() && typed.endsWith(' '),
  );
  if (isWhole) return [];
  return people
    .filter(({ fullName }) => ` ${foldText(fullName)}`.includes(` ${wanted.trimEnd()}`))
    .slice(0, maxNames);
}

/** The text with a name in the place of what was typed, and where the caret is then. */
export function withMention(
  text: string,
  caret: number,
  { from }: Mention,
  fullName: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret);
  const start = `${text.slice(0, from)}@${fullName}${/^[\s,.:;!?)]/.test(rest) ? '' : ' '}`;
  return { text: start + rest, caret: start.length };
}

/** A text in parts: those that mention one of these people, and what stands between. */
export function partsOf(
  text: string,
  mentions: readonly Mentionable[],
): readonly { readonly text: string; readonly isMention: boolean }[] {
  const names = mentions.map(({ fullName }) => fullName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  if (names.length === 0) return [{ text, isMention: false }];
  return text
    .split(new RegExp(`(@(?:${names.join('|')}))`, 'giu'))
    .map((part, index) => ({ text: part, isMention: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
