import { expect, test } from 'vitest';
import { snakeCase, snakeValues } from './snake-case.ts';

test('names are spelt as the database spells them', () => {
  expect(['name', 'zipCode', 'pdfSha256', 'customerRelationId'].map(snakeCase)).toEqual([
    'name',
    'zip_code',
    'pdf_sha256',
    'customer_relation_id',
  ]);
});

test('values keep their names in snake case, also those that are null or undefined', () => {
  expect(
    snakeValues({ companyId: 'c', dueOn: null, vatRate: undefined, lines: [{ salesAmount: 1 }] }),
  ).toEqual({
    company_id: 'c',
    due_on: null,
    vat_rate: undefined,
    lines: [{ salesAmount: 1 }],
  });
});
