import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { documents } from '#contract/documents/documents.ts';
import { companies } from '#contract/core/companies.ts';
import { administrations } from '#contract/core/administrations.ts';
import { fakeServer, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import type { DocumentRow } from './panel-items.ts';
import { UploadButton } from './upload-button.tsx';
import { Uploads } from './uploads.tsx';
import { currentUploads, forgetFinished } from './upload-list.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { documentsScreens } from '../screens.ts';
import { unknownDocumentRow } from '../testing/samples.ts';
import { UploadZone } from './upload-zone.tsx';

configure({ asyncUtilTimeout: 8000 });

const uploader = ['fmmodule.documents.create.company', 'fmmodule.documents.read.company'];

/** A fake XMLHttpRequest: jsdom's would use the network. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  form = new FormData();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(form: FormData) {
    this.form = form;
    FakeRequest.sent.push(this);
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(async () => {
  // No upload may be running when the next test begins: the store outlives its screens.
  await waitFor(() => {
    for (const sending of FakeRequest.sent)
      if (sending.status === 0) sending.dispatchEvent(new Event('error'));
    forgetFinished();
    if (currentUploads().length > 0) throw new Error('uploads are still under way');
  });
  vi.unstubAllGlobals();
});

const opened = vi.fn<(id: string) => void>();
const Zone = () => (
  <UploadZone>
    <UploadButton />
    <Uploads onOpenInvoice={opened} />
  </UploadZone>
);

function row(differs: Partial<DocumentRow>): DocumentRow {
  const start = {
    id: 'd1',
    documentId: '2026-11-0001',
    companyId: 'c1',
    filename: 'bon.pdf',
    state: 'Nieuw',
  } as const;
  return {
    ...start,
    reasonCodes: [],
    reason: '',
    pageCount: 1,
    createdAt: '2026-11-21T10:00:00Z',
    invoiceId: null,
    isDuplicate: false,
    joinedInto: null,
    ...differs,
  };
}

async function draw(server: FakeServer = fakeServer(), may = uploader) {
  if (!server.calls.length) server.list(documents, {}, []);
  const drawn = await renderScreen(Zone, { server, may, screens: documentsScreens });
  return {
    ...drawn,
    choose: (...files: File[]) => drawn.user.upload(screen.getByTestId('upload-files'), files),
  };
}
const request = async (at = 0) => {
  await waitFor(() => expect(FakeRequest.sent.length).toBeGreaterThan(at));
  return FakeRequest.sent[at] ?? new FakeRequest();
};
const intake = (state: DocumentRow['state'], reason = '') => ({
  result: [{ id: 'd1', filename: 'bon.pdf', state, reason }],
});
const pdf = (name = 'bon.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

test('who may not upload has neither button nor drop zone', async () => {
  const { container } = await draw(fakeServer(), ['fmmodule.documents.read.company']);
  expect(screen.queryByRole('button', { name: 'Facturen uploaden' })).toBeNull();
  fireEvent.dragEnter(container, { dataTransfer: { types: ['Files'] } });
  expect(screen.queryByText('Laat los om te uploaden')).toBeNull();
});

test('a file is sent with the token, its progress shows, and it becomes an invoice that opens', async () => {
  const server = fakeServer();
  server.list(documents, {}, []);
  const { user, choose, findByText, findByRole } = await draw(server);
  await choose(pdf());
  const sending = await request();
  expect(sending.headers.get('authorization')).toBe('Bearer token-of-sanne');
  expect(sending.form.getAll('file')).toHaveLength(1);
  sending.progress(40, 100);
  await findByText('40%');
  server.list(documents, {}, [row({ state: 'Herkend', invoiceId: 'i7' })]);
  sending.answer(202, intake('Nieuw'));
  await findByText('1 factuur gemaakt');
  await user.click(await findByRole('button', { name: 'Bekijken' }));
  expect(opened).toHaveBeenCalledWith('i7');
});

test('a document that is not recognised says why, and what was found', async () => {
  const server = fakeServer();
  server.list(documents, {}, []);
  const { choose, findByText } = await draw(server);
  await choose(pdf());
  server.list(documents, {}, [
    row({ state: 'Onbekend', reasonCodes: ['no-number'], reason: 'Het factuurnummer is niet gevonden.' }),
  ]);
  (await request()).answer(202, intake('Nieuw'));
  await findByText('Onbekend');
  await findByText('Het factuurnummer is niet gevonden.');
  await findByText('Wel gevonden: factuurdatum, totaalbedrag.');
  expect(screen.getByRole('link', { name: 'Aanvullen' }).getAttribute('href')).toBe(
    '/fmmanagement/documents/d1',
  );
});

test('what could not be read stays in sight until it is completed or removed', async () => {
  const server = fakeServer();
  server.list(documents, {}, []);
  server.list(unknownDocuments, {}, [unknownDocumentRow('d1')], 2);
  const { findByText, findByRole } = await draw(server);
  await findByText(/2 documenten konden niet worden gelezen/);
  expect((await findByRole('link', { name: 'Bekijken' })).getAttribute('href')).toBe(
    '/fmmanagement/documents',
  );
});

test('several files are handled separately: refused ones show their reason, the others go on', async () => {
  const { choose, findByText } = await draw();
  await choose(new File([], 'leeg.pdf', { type: 'application/pdf' }), pdf());
  await findByText('Dit bestand is leeg.');
  (await request()).answer(202, intake('Onverwerkbaar', 'Deze PDF is met een wachtwoord beveiligd.'));
  await findByText('Deze PDF is met een wachtwoord beveiligd.');
  await findByText('2 geweigerd');
  expect(FakeRequest.sent).toHaveLength(1);
});

test('an upload that was cut off can be sent again', async () => {
  const { user, choose, findByText, findByRole } = await draw();
  await choose(pdf());
  (await request()).dispatchEvent(new Event('error'));
  await findByText('Oeps, er is een verbindingsfout opgetreden!');
  await user.click(await findByRole('button', { name: 'Opnieuw proberen' }));
  (await request(1)).answer(202, intake('Nieuw'));
  await findByText('Ontvangen');
});

test('files dropped anywhere on the list are uploaded', async () => {
  const { container, findByText } = await draw();
  const zone = container.querySelector('[class*=zone]') ?? container;
  const dataTransfer = { types: ['Files'], files: [pdf('gesleept.pdf')] };
  fireEvent.dragEnter(zone, { dataTransfer });
  await findByText('Laat los om te uploaden');
  fireEvent.drop(zone, { dataTransfer });
  await request();
  await findByText('gesleept.pdf');
  expect(screen.queryByText('Laat los om te uploaden')).toBeNull();
});

test('who works for every company chooses one before anything is sent', async () => {
  const server = fakeServer();
  server.list(documents, {}, []);
  server.list(companies, {}, [
    {
      id: 'c7',
      name: 'De Vechtstreek',
      domainName: 'v.example',
      primaRelatienummer: '',
      active: true,
      userCount: 1,
    },
  ]);
  server.list(administrations, { companyId: 'c7' }, []);
  const { user, choose, findByRole, findByText } = await draw(server, [
    ...uploader,
    'fmmodule.documents.create.system',
  ]);
  await choose(pdf());
  await user.click(await findByRole('button', { name: 'Uploaden' }));
  await findByText('Kies een bedrijf');
  expect(FakeRequest.sent).toEqual([]);
  await user.click(screen.getByRole('combobox', { name: 'Bedrijf' }));
  await user.click(await findByRole('option', { name: 'De Vechtstreek', hidden: true }));
  await user.click(await findByRole('button', { name: 'Uploaden' }));
  expect((await request()).form.get('companyId')).toBe('c7');
});
