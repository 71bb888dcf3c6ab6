import { expect, test } from 'vitest';
import { withoutKeysTo } from './lift-keys.ts';

const statement = `
-- What happened to an invoice.
create table invoice_states (
  company_id uuid not null references companies,
  invoice_id uuid not null,
  primary key (company_id, invoice_id),
  -- The invoice.
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  constraint by_user foreign key (user_id) references users
)`;

test('foreign keys of a new table to tables that are spread are lifted, and others stay', () => {
  const { text, table, keys } = withoutKeysTo(statement, new Set(['invoices', 'documents']));
  expect(table).toBe('invoice_states');
  expect(keys).toEqual([
    {
      name: 'invoice_states_company_id_invoice_id_fkey',
      definition:
        'foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade',
    },
  ]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'primary key (company_id, invoice_id) -- The invoice. , constraint by_user foreign key (user_id) references users )',
  );
});

test('what makes no table, or refers to nothing that is spread, is as it was', () => {
  const index = 'create index x on invoices (company_id)';
  expect(withoutKeysTo(index, new Set(['invoices']))).toMatchObject({ text: index, keys: [] });
  expect(withoutKeysTo(statement, new Set())).toMatchObject({ text: statement, keys: [] });
});
