import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { sampleItem, serveItems } from '#portal/features/documents/testing/samples.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { InvoicesList } from '../invoices/invoices-list.tsx';
import { account, warning, withWarnings } from '../testing/money-samples.ts';
import { approver, invoice, invoiceServer, invoicesUpTo } from '../testing/samples.ts';

const openName = () =>
  screen.queryByRole('button', { expanded: true, name: 'Details sluiten' })?.closest('tr')?.textContent ?? '';
const isOpen = (number: number) => waitFor(() => expect(openName()).toContain(`Crediteur ${number}`));
const nothingOpen = () => waitFor(() => expect(openName()).toBe(''));
const approveButton = () => screen.findByRole('button', { name: 'Goedkeuren' });
const bar = () => screen.findByRole('group', { name: 'Beslissen' });

beforeEach(() => {
  // jsdom lays nothing out; the stage of the pages is as wide as a real one.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(524);
});
afterEach(() => vi.restoreAllMocks());

async function draw(server: FakeServer, open: number, more: { may?: readonly string[]; at?: string } = {}) {
  const at = more.at ?? `/?open=i${open}`;
  const drawn = await renderScreen(InvoicesList, { server, at, may: more.may ?? approver, variant: 'fm' });
  await isOpen(open);
  await bar();
  // Nothing is decided before the page is there.
  await screen.findByRole('img');
  return drawn;
}
const inBar = async (name: string) => within(await bar()).getByRole('button', { name });
const posts = (server: FakeServer) => server.calls.filter(({ method }) => method === 'POST');

test('who rejected an invoice, and why, stands on top of it', async () => {
  const rejected = invoice(1, {
    approvalState: 'rejected',
    decidedAt: '2026-11-21T13:05:30Z',
    decidedBy: 'Petra Huisman',
    comments: '21-11-2026 14:05 CET Petra Huisman\nHoort bij een andere afdeling',
  });
  await renderScreen(InvoicesList, {
    server: invoiceServer([rejected]),
    at: '/?status=rejected&open=i1',
    may: approver,
    variant: 'fm',
  });
  const title = await screen.findByText(/Afgekeurd door Petra Huisman op/);
  const bar = title.closest('div')?.parentElement;
  expect(bar?.textContent).toContain('Hoort bij een andere afdeling');
  const facts = await screen.findByText('Totaal inclusief btw');
  expect(title.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('next and previous move by one row', async () => {
  const { user } = await draw(invoiceServer(invoicesUpTo(3)), 2);
  await user.click(await inBar('Volgende'));
  await isOpen(3);
  await user.click(await inBar('Vorige'));
  await isOpen(2);
  await user.keyboard('k');
  await isOpen(1);
  await user.keyboard('j');
  await isOpen(2);
});

test.each([
  ['Volgende', 3],
  ['Vorige', 1],
])('%s from the end of the range clears the selection', async (name, from) => {
  const { user } = await draw(invoiceServer(invoicesUpTo(3)), from);
  await user.click(await inBar(name));
  await nothingOpen();
});

test('next goes on to the next page when it must, and previous comes back', async () => {
  const { user } = await draw(invoiceServer(invoicesUpTo(12)), 10, { at: '/?size=10&open=i10' });
  expect(screen.queryByText('Crediteur 11')).toBeNull();
  await user.click(await inBar('Volgende'));
  await isOpen(11);
  expect(screen.queryByText('2026-11-0010')).toBeNull();
  await user.click(await inBar('Vorige'));
  await isOpen(10);
});

test('approving sends the version that was seen, takes the invoice off the list and opens the next', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  const { user } = await draw(server, 1);
  await user.click(await approveButton());
  await isOpen(2);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Te keuren 2');
  expect(screen.queryByText('2026-11-0001')).toBeNull();
  expect(posts(server)[0]?.body).toEqual({ approve: true, rowVersion: 3 });
});

test('without Automatisch nothing is open after approving, and the choice is remembered per person', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  const { user, unmount } = await draw(server, 1);
  const box = screen.getByRole('checkbox', { name: 'Automatisch' });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  await user.keyboard('a');
  await nothingOpen();
  expect(screen.queryByText('2026-11-0001')).toBeNull();
  unmount();
  await draw(server, 2);
  expect(screen.getByRole('checkbox', { name: 'Automatisch' })).toHaveProperty('checked', false);
});

test('a key that is held down approves one invoice only', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  const { user } = await draw(server, 1);
  await screen.findByText('Debet is gelijk aan credit');
  await user.keyboard('{a>3/}');
  await isOpen(2);
  expect(posts(server)).toHaveLength(1);
});

test('approving the last one leaves nothing open', async () => {
  const { user } = await draw(invoiceServer(invoicesUpTo(2)), 2);
  await user.click(await approveButton());
  await nothingOpen();
});

test('an approval can be undone from its notice, and the invoice is back and open', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  const { user, findByRole } = await draw(server, 1);
  await user.click(await approveButton());
  await user.click(await findByRole('button', { name: 'Ongedaan maken' }));
  await isOpen(1);
  expect(server.stored.get('i1')?.statusValue).toBe('Concept');
});

test('rejecting without a reason sends nothing, with one it does', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  const { user, findByRole, findByText } = await draw(server, 1);
  await user.keyboard('r');
  const dialog = await findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }));
  await findByText('Schrijf een opmerking');
  expect(posts(server)).toEqual([]);
  await user.type(within(dialog).getByLabelText('Reden'), 'Bedrag klopt niet');
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }));
  await isOpen(2);
  expect(posts(server)[0]?.body).toEqual({ approve: false, comments: 'Bedrag klopt niet', rowVersion: 3 });
});

test('a refused approval shows its reason in the detail, and the row stays', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  const detail = 'Joris Kamp heeft deze factuur op 21-11-2026 goedgekeurd.';
  server.on('POST', '/api/fmmodule/invoices/i1/approve', () => refusal('already-decided', { detail }));
  const { user, findByText } = await draw(server, 1);
  await user.click(await approveButton());
  await findByText(detail);
  await isOpen(1);
});

test('a booking that is not balanced names the difference', async () => {
  const one = invoice(1);
  const lines = one.booking.lines.map((line) => ({ ...line, credit: line.credit === 0 ? 0 : 12_000 }));
  await draw(invoiceServer([{ ...one, booking: { lines } }]), 1);
  expect((await screen.findByText(/Verschil tussen debet en credit/)).textContent).toContain('1,00');
});

test('equal sides show as balanced', async () => {
  await draw(invoiceServer(invoicesUpTo(1)), 1);
  await screen.findByText('Debet is gelijk aan credit');
});

async function drawDuplicate() {
  const duplicate = invoice(2, {
    statusValue: 'Duplicate',
    duplicateOf: { id: 'i1', documentId: '2026-11-0001' },
  });
  const server = invoiceServer([invoice(1), duplicate, invoice(3)]);
  const drawn = await draw(server, 2);
  await screen.findByText('Deze factuur is waarschijnlijk dubbel');
  return { ...drawn, server };
}

test('a duplicate cannot be approved, but is none after all, with a reason', async () => {
  const { user, findByRole, server } = await drawDuplicate();
  expect(screen.queryByRole('button', { name: 'Goedkeuren' })).toBeNull();
  expect(screen.getByRole('link', { name: '2026-11-0001' }).getAttribute('href')).toContain('open=i1');
  await user.click(screen.getByRole('button', { name: 'Niet dubbel' }));
  const dialog = await findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reden'), 'Andere levering');
  await user.click(within(dialog).getByRole('button', { name: 'Niet dubbel' }));
  await waitFor(() => expect(screen.queryByText('Deze factuur is waarschijnlijk dubbel')).toBeNull());
  expect(posts(server)[0]?.body).toEqual({ reason: 'Andere levering' });
});

test('a duplicate is removed after a question, and the next invoice opens', async () => {
  const { user, findByRole, server } = await drawDuplicate();
  await user.click(screen.getByRole('button', { name: 'Verwijderen' }));
  const dialog = await findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }));
  await isOpen(3);
  expect(server.stored.has('i2')).toBe(false);
  expect(screen.queryByText('2026-11-0002')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
  await waitFor(() =>
    expect(posts(server).map(({ url }) => url)).toEqual(['/api/fmmodule/invoices/i2/restore-duplicate']),
  );
});

test('who may not approve may only read', async () => {
  await draw(invoiceServer(invoicesUpTo(1)), 1, { may: ['fmmodule.invoices.read.company'] });
  await screen.findByText('Debet is gelijk aan credit');
  expect(within(await bar()).queryByRole('button', { name: 'Goedkeuren' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Automatisch' })).toBeNull();
});

test('the next invoice and its pages are fetched while this one is read', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  await draw(server, 1);
  await waitFor(() =>
    expect(server.calls.map(({ url }) => url)).toContain('/api/fmmodule/invoices/pages?documentId=d2'),
  );
});

test('the viewer keeps its place and its zoom from invoice to invoice: only the picture changes', async () => {
  const { user } = await draw(invoiceServer(invoicesUpTo(3)), 1);
  const viewer = () => screen.findByRole('region', { name: 'Document' });
  const first = await viewer();
  await user.click(within(first).getByRole('button', { name: /Inzoomen/ }));
  await within(first).findByText('125%');
  await user.click(await inBar('Volgende'));
  await isOpen(2);
  expect(await viewer()).toBe(first);
  expect(first.isConnected).toBe(true);
  expect(within(first).queryByText('125%')).not.toBeNull();
});

test('an e-invoice that breaks rules says which, where, and who mends it, with a letter that nobody sent', async () => {
  const server = invoiceServer([invoice(1, { isEInvoice: true })]);
  server.on('GET', '/api/fmmodule/invoices/i1/e-invoice', () =>
    result({
      result: 'invalid',
      standards: [{ name: 'EN 16931', version: '1.3.16' }],
      keptCount: 260,
      findings: [
        {
          rule: 'BR-25',
          level: 'error',
          text: 'Een regel zegt niet waarvoor zij is.',
          mender: 'supplier',
          places: ['Invoice/InvoiceLine[2]'],
        },
      ],
      mail: { to: 'adm@kompas.example', subject: 'Uw e-factuur F-1', text: 'Beste leverancier,' },
    }),
  );
  const { user } = await draw(server, 1);
  await screen.findByText('E-factuur volgt de standaard niet');
  await user.click(screen.getByRole('button', { name: 'Bekijken' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('BR-25')).toBeTruthy();
  expect(within(dialog).getByText('Invoice/InvoiceLine[2]')).toBeTruthy();
  expect(within(dialog).getByText('Herstelt: de leverancier')).toBeTruthy();
  const link = within(dialog).getByRole('link', { name: 'Leverancier mailen' });
  expect(link.getAttribute('href')).toContain('mailto:adm@kompas.example?subject=Uw%20e-factuur%20F-1');
});

test('two files of one invoice are both there, and are taken apart after a question', async () => {
  const files: Invoice['files'] = [
    { role: 'picture', filename: 'Factuur 12.pdf', bytes: 1000 },
    { role: 'data', filename: 'factuur12.xml', bytes: 1000 },
  ];
  const server = invoiceServer([invoice(1, { files })]);
  server.on('POST', '/api/fmmodule/invoices/i1/take-apart', () => result(invoice(1)));
  const { user } = await draw(server, 1, { may: [...approver, 'fmmodule.invoices.update.company'] });
  await screen.findByRole('button', { name: 'Factuur 12.pdf' });
  await screen.findByRole('button', { name: 'factuur12.xml' });
  await user.click(screen.getByRole('button', { name: 'Uit elkaar halen' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Uit elkaar halen' }));
  await screen.findByText('De bestanden zijn uit elkaar gehaald en worden opnieuw gelezen');
  expect(screen.queryByRole('button', { name: 'factuur12.xml' })).toBeNull();
});

const addressed = warning('addressed-to-other', { addressedTo: 'Bakkerij Pieters B.V.' });

test('a stop names both accounts and who may confirm, and A says why it does nothing', async () => {
  const stop = warning('new-account', {
    iban: 'NL44RABO0123456789',
    accountId: 'a1',
    oldIban: 'NL91ABNA0417164300',
    oldDate: '2026-09-28',
    oldInvoiceId: 'i2',
    oldInvoice: '2026-11-0002',
  });
  const server = invoiceServer([invoice(1, withWarnings(stop)), invoice(2)]);
  server.on('GET', '/api/fmmodule/bank-accounts/a1', () => result(account({ mayConfirm: false })));
  const { user } = await draw(server, 1, { may: [...approver, 'fmmodule.bankaccounts.read.company'] });
  await screen.findByText('Stop: nieuwe rekening bij een bekende crediteur');
  expect(screen.getByText(/NL91.ABNA/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '2026-11-0002' }).getAttribute('href')).toContain('open=i2');
  expect(await screen.findByText(/Petra Huisman wel\./)).toBeTruthy();
  expect(screen.getAllByText('Stop: nieuwe rekening').length).toBeGreaterThan(0);
  await user.keyboard('a');
  await screen.findByText('Goedkeuren kan als de stop hierboven gesloten is.');
  expect(posts(server)).toEqual([]);
});

test('who may confirm says how the account was checked', async () => {
  const stop = warning('new-account', { iban: 'NL44RABO0123456789', accountId: 'a1', count: 1 });
  const server = invoiceServer([invoice(1, withWarnings(stop))]);
  server.on('GET', '/api/fmmodule/bank-accounts/a1', () => result(account()));
  server.on('POST', '/api/fmmodule/bank-accounts/a1/confirm', () => result(account({ state: 'confirmed' })));
  const { user, findByRole } = await draw(server, 1, {
    may: [...approver, 'fmmodule.bankaccounts.read.company', 'fmmodule.bankaccounts.confirm.company'],
  });
  await user.click(await findByRole('button', { name: 'Rekening bevestigen' }));
  const dialog = await findByRole('dialog');
  const confirm = await within(dialog).findByRole('button', { name: 'Rekening bevestigen' });
  await user.click(confirm);
  await within(dialog).findByText('Kies hoe de rekening is gecontroleerd');
  await user.click(within(dialog).getByRole('radio', { name: /Gebeld met een nummer/ }));
  await user.type(within(dialog).getByLabelText('Met wie en wanneer'), 'Dhr. Van Dijk');
  await user.click(confirm);
  await waitFor(() =>
    expect(posts(server)[0]?.body).toEqual({ method: 'called', note: 'Dhr. Van Dijk', rowVersion: 1 }),
  );
});

test('what reading its document noticed stands above the invoice', async () => {
  await draw(
    invoiceServer([
      { ...invoice(1), splitBefore: [2, 3], ...withWarnings(addressed) },
      ...invoicesUpTo(3).slice(1),
    ]),
    1,
  );
  expect(await screen.findByText(/pagina's 2, 3 lijken andere facturen/)).toBeTruthy();
  expect(screen.getByText(/gericht aan ‘Bakkerij Pieters B\.V\.’/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Naar het document' })).toBeNull();
});

test('who may correct goes from a value on its page to its correction, and back; others only see where it stands', async () => {
  const corrects = ['read', 'update'].map((verb) => `fmmodule.invoicerecognitiondata.${verb}.company`);
  const server = invoiceServer([invoice(1, { iban: 'NL91ABNA0417164300' })]);
  const item = sampleItem({
    id: 'd1',
    judged: { isCorrect: true, at: '2026-11-12T09:00:00Z', by: 'Rule', isMine: false },
  });
  serveItems(server, [item]);
  server.on('PUT', '/api/fmmodule/invoicerecognition/d1/properties/iban', () => result(item));
  const { user, unmount } = await draw(server, 1, { may: [...approver, ...corrects] });
  await user.click(await screen.findByRole('button', { name: 'NL91 ABNA 0417 1643 00' }));
  await user.click(await screen.findByRole('button', { name: 'IBAN verbeteren' }));
  const field = await screen.findByRole('textbox', { name: 'IBAN' });
  expect(screen.queryByRole('group', { name: 'Beslissen' })).toBeNull();
  await user.type(field, 'NL44RABO0123456789{Enter}');
  await waitFor(() =>
    expect(server.calls.find(({ url }) => url.endsWith('/properties/iban'))?.body).toMatchObject({
      value: 'NL44RABO0123456789',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Terug naar de factuur' }));
  await bar();
  unmount();

  await draw(invoiceServer([invoice(1, { iban: 'NL91ABNA0417164300' })]), 1);
  await user.click(await screen.findByRole('button', { name: 'NL91 ABNA 0417 1643 00' }));
  expect(screen.queryByRole('button', { name: /verbeteren/ })).toBeNull();
});

test('a duplicate stands beside the earlier invoice, with what is different, and is dealt with there', async () => {
  const earlier = invoice(2, { invoiceNumber: 'F-1', iban: 'NL91ABNA0417164300', statusValue: 'Processed' });
  const duplicate = invoice(1, {
    statusValue: 'Duplicate',
    duplicateOf: { id: 'i2', documentId: '2026-11-0002' },
    iban: 'NL44RABO0123456789',
    creditor: { name: 'Crediteur 2' },
  });
  const server = invoiceServer([duplicate, earlier]);
  const may = [...approver, 'fmmodule.invoices.markoriginal.company'];
  const { user } = await renderScreen(InvoicesList, { server, at: '/?open=i1', may, variant: 'fm' });
  await user.click(await screen.findByRole('button', { name: 'Naast elkaar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Naast de eerdere factuur' });
  await within(dialog).findByText(/^1 van de 5 waarden verschilt/);
  const row = (name: string) => within(dialog).getByRole('row', { name: new RegExp(`^${name}`) });
  expect(row('IBAN').textContent).toMatch(/NL44.*NL91.*verschilt/);
  expect(row('Factuurnummer').textContent).toMatch(/F-1F-1gelijk/);
  expect(await within(dialog).findAllByRole('region', { name: 'Document' })).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Niet dubbel' }));
  const question = await screen.findByRole('dialog', { name: 'Is deze factuur niet dubbel?' });
  await user.type(within(question).getByLabelText('Reden'), 'Tweede levering');
  await user.click(within(question).getByRole('button', { name: 'Niet dubbel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts(server).map(({ url, body }) => [url, body])).toEqual([
    ['/api/fmmodule/invoices/i1/mark-original', { reason: 'Tweede levering' }],
  ]);
});

test('a likely duplicate is rejected from beside the other one', async () => {
  const suspect = warning('duplicate-suspect', { oldInvoiceId: 'i2', oldInvoice: '2026-11-0002' });
  const server = invoiceServer([invoice(1, withWarnings(suspect)), invoice(2)]);
  const { user } = await draw(server, 1);
  await user.click(await screen.findByRole('button', { name: 'Naast elkaar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Naast de eerdere factuur' });
  await user.click(await within(dialog).findByRole('button', { name: 'Afwijzen' }));
  const question = await screen.findByRole('dialog', { name: 'Factuur afwijzen?' });
  await user.type(within(question).getByLabelText('Reden'), 'Dubbel');
  await user.click(within(question).getByRole('button', { name: 'Afwijzen' }));
  await waitFor(() => expect(posts(server)[0]?.body).toMatchObject({ approve: false, comments: 'Dubbel' }));
});

test('rejecting mails the supplier when asked, at an address that is one', async () => {
  const server = invoiceServer([invoice(1)]);
  const letter = { subject: 'Uw factuur F-1 is afgekeurd', text: 'De reden is: {{reason}}' };
  server.on('GET', '/api/fmmodule/invoices/i1/supplier-mail', () =>
    result({ proposal: { to: '', language: 'nl', letters: { nl: letter, en: letter } }, mails: [] }),
  );
  const { user } = await draw(server, 1);
  await user.click(await inBar('Afwijzen'));
  const dialog = await screen.findByRole('dialog', { name: 'Factuur afwijzen?' });
  await user.type(within(dialog).getByLabelText('Reden'), 'Dubbel');
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Leverancier mailen' }));
  within(dialog).getByText('De reden is: Dubbel');
  const reject = within(dialog).getByRole('button', { name: 'Afwijzen' });
  await user.click(reject);
  await within(dialog).findByText('Geef een geldig e-mailadres');
  expect(posts(server)).toEqual([]);
  await user.type(within(dialog).getByLabelText('E-mailadres van de leverancier'), 'adm@kompas.example');
  await user.click(reject);
  await waitFor(() =>
    expect(posts(server)[0]?.body).toMatchObject({
      approve: false,
      comments: 'Dubbel',
      supplierMail: { to: 'adm@kompas.example', language: 'nl' },
    }),
  );
});
