import { expect, test } from 'vitest';
import { personInitials } from './initials.ts';

test.each([
  ['Sanne de Wit', 'SW'],
  ['Petra Huisman-Jansen', 'PH'],
  ['beheer@balie.example', 'BE'],
  ['Noor van der Kolk', 'NK'],
  ['Cher', 'C'],
  ['', ''],
])('%s is shown as %s', (name, letters) => expect(personInitials(name)).toBe(letters));
