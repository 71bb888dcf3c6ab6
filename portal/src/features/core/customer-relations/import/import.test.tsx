import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '../../index.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { ImportPreview, ImportResult } from './use-import.ts';

const url = '/api/core/customer-relations/import';
const issues: ImportPreview['issues'] = [
  {
    line: 3,
    field: 'email_address_address',
    column: 'E-mail',
    code: 'not-an-email',
    reason: 'Geef een geldig e-mailadres',
  },
  { line: 5, field: 'name', column: 'Naam', code: 'required', reason: 'Geef een naam' },
];
const preview: ImportPreview = {
  encoding: 'utf-8',
  delimiter: ';',
  columns: [
    { head: 'Naam', field: 'name' },
    { head: 'Kleur', field: null },
  ],
  rowCount: 5,
  goodCount: 3,
  badCount: 2,
  issues,
  duplicates: [
    { line: 2, name: 'Bakkerij', existing: { id: 'b1', tag: '10482', name: 'Bakkerij', reasons: ['email'] } },
  ],
  sample: [{ line: 2, cells: ['Bakkerij', 'rood'] }],
};
const outcome: ImportResult = {
  importedCount: 3,
  failedCount: 2,
  issues,
  failedFile: { filename: 'relaties-niet-ingenomen.csv', content: 'Naam;Reden' },
};

async function openDialog() {
  const server = fakeServer();
  server.on('POST', `${url}/preview`, () => result(preview));
  server.on('POST', url, () => result(outcome));
  const drawn = await renderScreen(() => <ImportDialog companyId="v1" onClose={() => undefined} />, {
    server,
    screens: coreScreens,
  });
  const choose = async () =>
    drawn.user.upload(
      await screen.findByLabelText('CSV-bestand kiezen', { selector: 'input' }),
      new File(['Naam'], 'klanten.csv', { type: 'text/csv' }),
    );
  return { ...drawn, server, choose };
}

test('the preview names each line that fails with its column and reason, and stores nothing', async () => {
  const { server, choose } = await openDialog();
  await choose();
  const table = await screen.findByRole('table', { name: 'Regels die niet meegaan' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['3', 'E-mail', 'Geef een geldig e-mailadres'],
    ['5', 'Naam', 'Geef een naam'],
  ]);
  expect(screen.getByText('3 van 5 regels kunnen erin')).toBeTruthy();
  expect(screen.getByText('Deze kolommen blijven buiten beschouwing: Kleur.')).toBeTruthy();
  expect(screen.getByRole('link', { name: '10482 Bakkerij' })).toBeTruthy();
  expect(server.calls.map(({ url: asked }) => asked)).toEqual([`${url}/preview?companyId=v1`]);
});

test('the valid lines are imported once, and the others can be downloaded', async () => {
  const { user, server, choose } = await openDialog();
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  URL.createObjectURL = () => 'blob:failed';
  await choose();
  await user.click(await screen.findByRole('button', { name: '3 importeren' }));
  expect(await screen.findByText('3 relaties zijn geïmporteerd')).toBeTruthy();
  const sent = server.calls.at(-1);
  expect(sent?.url).toBe(`${url}?companyId=v1`);
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mislukte regels downloaden' }));
  await waitFor(() =>
    expect(made.mock.contexts[0]).toHaveProperty('download', 'relaties-niet-ingenomen.csv'),
  );
  made.mockRestore();
});

test('a file without the needed column is refused with the reason, and another can be chosen', async () => {
  const { server, choose } = await openDialog();
  server.on('POST', `${url}/preview`, () =>
    refusal('validation', { errors: { file: ['In dit bestand ontbreekt een kolom'] } }),
  );
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe('In dit bestand ontbreekt een kolom');
  expect(screen.getByRole('button', { name: 'CSV-bestand kiezen' })).toBeTruthy();
});

test('a file with a quotation mark that is not closed is refused with the line of it', async () => {
  const { server, choose } = await openDialog();
  const detail = 'Een aanhalingsteken wordt niet gesloten, vanaf regel 6.';
  server.on('POST', `${url}/preview`, () =>
    refusal('validation', { detail, errors: { file: ['Dit bestand is geen CSV-bestand met tekst'] } }),
  );
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});
