import { expect, test } from 'vitest';
import { fitting, mentionAt, partsOf, withMention } from './mention.rules.ts';

const people = ['Daan Meijer', 'Petra Huisman', 'Noor van der Kolk', 'Désirée Smit'].map((fullName, at) => ({
  id: `u${at}`,
  fullName,
}));
const names = (typed: string) => fitting(people, typed).map(({ fullName }) => fullName);

test.each([
  ['@', 0, ''],
  ['Klopt dit, @da', 11, 'da'],
  ['(@noor van d', 1, 'noor van d'],
  ['Regel\n@pe', 6, 'pe'],
])('in %j a name is being typed', (text, from, typed) => {
  expect(mentionAt(text, text.length)).toEqual({ from, typed });
});

test.each(['', 'info@da', 'Dag @daan, klopt', 'Dag @da\n', '@ daan'])('in %j none is', (text) => {
  expect(mentionAt(text, text.length)).toBeUndefined();
});

test('names fit by the start of any word, without regard to case and accents, until they are whole', () => {
  expect(names('')).toHaveLength(4);
  expect(names('HUIS')).toEqual(['Petra Huisman']);
  expect(names('noor van d')).toEqual(['Noor van der Kolk']);
  expect(names('desi')).toEqual(['Désirée Smit']);
  expect(names('uisman')).toEqual([]);
  expect(names('Daan Meijer ')).toEqual([]);
});

test('a name takes the place of what was typed', () => {
  const text = 'Dag @da, klopt dit?';
  expect(withMention(text, 7, { from: 4, typed: 'da' }, 'Daan Meijer')).toEqual({
    text: 'Dag @Daan Meijer, klopt dit?',
    caret: 16,
  });
  expect(withMention('@', 1, { from: 0, typed: '' }, 'Daan Meijer')).toEqual({
    text: '@Daan Meijer ',
    caret: 13,
  });
});

test('a text is parted by whom it mentions', () => {
  expect(partsOf('Dag @daan meijer, en @Jan', people.slice(0, 1))).toEqual([
    { text: 'Dag ', isMention: false },
    { text: '@daan meijer', isMention: true },
    { text: ', en @Jan', isMention: false },
  ]);
  expect(partsOf('Dag', [])).toEqual([{ text: 'Dag', isMention: false }]);
});
