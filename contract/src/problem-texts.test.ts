import { expect, test } from 'vitest';
import { kindName } from './problem-texts.ts';

test('a record is called by its kind in both languages, by its permission and by its path', () => {
  expect(kindName('nl', 'core.customerrelations')).toBe('Klantrelatie');
  expect(kindName('en', 'core/customer-relations')).toBe('Customer relation');
  expect(kindName('nl', 'comceptum/workorders')).toBe('Order');
  expect(kindName('nl', 'nobody.knows')).toBeUndefined();
});
