import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Sanne de Wit', 'SW'],
  ['Petra Huisman-Jansen', 'PH'],
  ['beheer@balie.example', 'BE'],
  ['Cher', 'C'],
  ['', ''],
])('%s is shown as %s', (name, letters) => expect(initialsOf(name)).toBe(letters));
