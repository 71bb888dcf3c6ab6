import { describe, expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { extractFields } from '../extract.ts';
import type { FieldName } from '../recognised.ts';
import { withMemory } from './apply.ts';
import { shareableFields, sharedExample } from './shared.ts';
import { type Example, exampleOf } from './example.ts';
import { knowledgeOf } from './knowledge.ts';

interface Bill {
  readonly code: string;
  readonly day: string;
  readonly due: string;
  readonly total: string;
}

/** A layout whose labels the general rules do not know: the delivery's day and code look better to them. */
const billOf = ({ code, day, due, total }: Bill): string => `
Dekker Steigers B.V.
Werkweg 4, 8013 PK Zwolle
KvK 12345678
Afrekening
Stuk                 ${code}
Leverdatum           ${due}
Geboekt              ${day}
Steigerdelen en toebehoren        100,00
Samen voor deze maand    ${total}
Hartelijk dank voor uw bestelling
`;
const bills: readonly Bill[] = [
  { code: 'ST-2026-0101', day: '03-03-2026', due: '28-02-2026', total: '121,00' },
  { code: 'ST-2026-0145', day: '07-04-2026', due: '01-04-2026', total: '345,67' },
  { code: 'ST-2026-0190', day: '08-05-2026', due: '02-05-2026', total: '88,20' },
  { code: 'ST-2026-0211', day: '09-06-2026', due: '05-06-2026', total: '1.015,75' },
];
const iso = (day: string): string => day.split('-').toReversed().join('-');
const cents = (amount: string): string => amount.replaceAll(/\D/g, '');

const billAt = (at: number): Bill => bills[at] ?? { code: '', day: '', due: '', total: '' };
const general = (drawing: string) => extractFields(pageOf(drawing), { excluded: [], known: [] });

function learn(at: number, wrong: Partial<Record<FieldName, string>> = {}): Example {
  const bill = billAt(at);
  const values = { number: bill.code, date: iso(bill.day), total: cents(bill.total), ...wrong };
  const read = general(billOf(bill)).fields;
  const confirmed = Object.fromEntries(
    (['number', 'date', 'total'] as const).map((field) => [
      field,
      {
        value: values[field],
        page: null,
        box: null,
        wasRead: String(read[field][0]?.value) === values[field],
        wasRemembered: null,
      },
    ]),
  );
  return exampleOf(pageOf(billOf(bill)), confirmed);
}

function remember(at: number, examples: readonly Example[]) {
  const { fields } = withMemory(general(billOf(billAt(at))), pageOf(billOf(billAt(at))), examples);
  const [number, date, total] = [fields.number[0], fields.date[0], fields.total[0]];
  return { number, date, total, values: [number?.value, date?.value, total?.value] };
}
const rightOf = (at: number) => {
  const { code, day, total } = billAt(at);
  return [code, iso(day), Number(cents(total))];
};

describe('the second document of a supplier', () => {
  test('is read where a person corrected the first, and says so', () => {
    expect(general(billOf(billAt(1))).fields.date[0]?.value).not.toBe(iso(billAt(1).day));
    const found = remember(1, [learn(0)]);
    expect(found.values).toEqual(rightOf(1));
    expect(found.date?.reasons).toContain('memory:1');
  });

  test('is sure after two of them', () => {
    const found = remember(2, [learn(1), learn(0)]);
    expect(found.values).toEqual(rightOf(2));
    expect(found.date?.confidence).toBeGreaterThan(0.85);
    expect(found.number?.confidence).toBeGreaterThan(0.9);
  });

  test('is read by the general rules alone without any', () => {
    const { fields } = general(billOf(billAt(1)));
    expect(withMemory(general(billOf(billAt(1))), pageOf(billOf(billAt(1))), []).fields).toEqual(fields);
  });

  test('takes no value that is not on it', () => {
    const bill = billOf(billAt(1)).replace(/Geboekt.*\n/, '');
    const { fields } = withMemory(general(bill), pageOf(bill), [learn(0)]);
    expect(fields.date.map(({ value }) => value)).not.toContain(iso(billAt(0).day));
  });
});

describe('a wrong correction', () => {
  const poisoned = learn(0, { date: iso(billAt(0).due) });

  test('is outvoted by two right ones', () => {
    const found = remember(3, [learn(2), learn(1), poisoned]);
    expect(found.values).toEqual(rightOf(3));
  });

  test('makes nothing sure, whichever value wins', () => {
    expect(remember(1, [poisoned]).date?.confidence).toBeLessThan(0.95);
    expect(remember(2, [learn(1), poisoned]).date?.confidence).toBeLessThan(0.9);
  });
});

test('contradicting examples lower the confidence', () => {
  const agreeing = remember(3, [learn(2), learn(1)]).date?.confidence ?? 0;
  const contrary = remember(3, [learn(2), learn(1, { date: iso(billAt(1).due) })]).date?.confidence ?? 0;
  expect(contrary).toBeLessThan(agreeing);
});

test('another layout of the supplier is read by the general rules, and is said to be new', () => {
  const other = `
Factuur 2026-77
Factuurdatum 3 maart 2026
Omschrijving                Bedrag
Huur                        100,00
Totaal incl. btw            121,00`;
  const found = withMemory(general(other), pageOf(other), [learn(0)]).fields;
  expect(found.number[0]).toMatchObject({
    value: '2026-77',
    reasons: expect.arrayContaining(['new-layout']),
  });
  expect(found.number[0]?.confidence).toBe(general(other).fields.number[0]?.confidence);
});

test('an amount takes the sign of the document', () => {
  const credit = billOf(billAt(1)).replace('Afrekening', 'Creditnota');
  const { fields } = withMemory(general(credit), pageOf(credit), [learn(0)]);
  expect(fields.total[0]?.value).toBe(-Number(cents(billAt(1).total)));
});

test('an example holds no value, only places and shapes', () => {
  const text = JSON.stringify(learn(0));
  for (const value of ['ST-2026-0101', '2026-03-03', '12100', '121,00', '12345678'])
    expect(text).not.toContain(value);
  expect(text).toContain('ST-####-####');
});

test('what is known of a supplier', () => {
  const [number] = knowledgeOf([learn(1), learn(0)]);
  expect(number).toMatchObject({
    field: 'number',
    side: 'before',
    label: 'stuk',
    shape: 'ST-####-####',
    from: [0, 1],
  });
});

describe('a layout that another company shared', () => {
  const shared = (examples = [learn(0)]) => sharedExample(shareableFields(examples));
  const readBy = (at: number, layouts: Parameters<typeof withMemory>[3]) => {
    const bill = billOf(billAt(at));
    return withMemory(general(bill), pageOf(bill), [], layouts).fields;
  };

  test('finds the values on the first document, says so, and is no surer than one correction', () => {
    const { date, number } = readBy(1, [shared()]);
    expect(date[0]).toMatchObject({ value: iso(billAt(1).day), reasons: ['shared-layout'] });
    expect(date[0]?.confidence).toBeLessThan(0.95);
    expect(number[0]?.value).toBe(billAt(1).code);
  });

  test('holds labels and places alone: no value, no shape, no count', () => {
    const text = JSON.stringify(shared([learn(1), learn(0)]));
    expect(text).not.toMatch(/ST-|####|12345678|2026/);
    expect(text).toContain('geboekt');
    expect(shared()).toMatchObject({ term: null, currency: null });
  });

  test('counts only where the own documents of the supplier have another layout', () => {
    const bill = billOf(billAt(1));
    const own = withMemory(general(bill), pageOf(bill), [learn(0)], [shared()]).fields;
    expect(own.date[0]?.reasons).toContain('memory:1');
  });

  test('of another layout changes nothing', () => {
    const other = 'Factuur 2026-77\nFactuurdatum 3 maart 2026\nTotaal incl. btw            121,00';
    const found = withMemory(general(other), pageOf(other), [], [shared()]).fields;
    expect(found).toEqual(general(other).fields);
  });
});
