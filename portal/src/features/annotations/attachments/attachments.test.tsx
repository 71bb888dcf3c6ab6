import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachments } from '#contract/annotations/annotations.ts';
import type { Row } from '#contract/resource.ts';
import { fakeServer, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { AttachmentsCard } from './attachments-card.tsx';

// A busy machine renders slowly.
configure({ asyncUtilTimeout: 8000 });

const parents = { entityId: 'o418' };
const base = '/api/shared/entities/o418/attachments';
const proof: Row<typeof attachments> = {
  id: 'f1',
  entityId: 'o418',
  name: 'proef-omslag.pdf',
  path: `${base}/f1/file`,
  mimeType: 'application/pdf',
  size: 1_800_000,
  user: { id: 'sanne', fullName: 'Sanne de Wit' },
  createdAt: '2026-11-16T10:00:00Z',
  canDelete: true,
};

/** A fake XMLHttpRequest: jsdom's would use the network. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  form = new FormData();
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    this.form = form;
    FakeRequest.sent.push(this);
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
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
afterEach(() => vi.unstubAllGlobals());

async function openCard(mayAdd = true, server: FakeServer = fakeServer()) {
  server.list(attachments, parents, [proof]);
  const drawn = await renderScreen(() => <AttachmentsCard entityId="o418" mayAdd={mayAdd} />, { server });
  await screen.findByRole('button', { name: 'proef-omslag.pdf' });
  return { ...drawn, server };
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Bestanden kiezen'), { target: { files } });
const requestOf = async (at: number) => {
  await waitFor(() => expect(FakeRequest.sent.length).toBeGreaterThan(at));
  const request = FakeRequest.sent[at];
  if (request === undefined) throw new Error('nothing was sent');
  return request;
};

test('files show their size and day, and download under their own name', async () => {
  const { user, server } = await openCard();
  expect(screen.getByRole('listitem').textContent).toContain('1,8 MB, 16-11-2026');
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  server.on('GET', proof.path, () => new Response('%PDF'));
  await user.click(screen.getByRole('button', { name: 'Download proef-omslag.pdf' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.contexts[0]).toHaveProperty('download', 'proef-omslag.pdf');
  made.mockRestore();
});

test('a PDF is previewed', async () => {
  const { user, server } = await openCard();
  server.on('GET', proof.path, () => new Response('%PDF'));
  await user.click(screen.getByRole('button', { name: 'proef-omslag.pdf' }));
  const dialog = await screen.findByRole('dialog', { name: 'proef-omslag.pdf' });
  expect(await within(dialog).findByTitle('proef-omslag.pdf')).toHaveProperty(
    'src',
    expect.stringMatching(/^blob:/),
  );
});

test('several files go at once, each with its progress', async () => {
  const { server } = await openCard();
  choose(new File(['a'], 'een.pdf'), new File(['b'], 'twee.jpg'));
  const [one, two] = [await requestOf(0), await requestOf(1)];
  expect(Reflect.get(Object(two.form.get('file')), 'name')).toBe('twee.jpg');
  one.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 62, total: 100 }));
  expect(await screen.findByText('62%')).toBeTruthy();
  server.list(attachments, parents, [proof, { ...proof, id: 'f2', name: 'een.pdf' }]);
  one.answer(201, { result: { ...proof, id: 'f2', name: 'een.pdf' } });
  expect(await screen.findByRole('button', { name: 'een.pdf' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('62%')).toBeNull());
  expect(screen.getByRole('button', { name: 'Upload van twee.jpg stoppen' })).toBeTruthy();
});

test('an upload is stopped, and leaves nothing', async () => {
  const { user } = await openCard();
  choose(new File(['a'], 'een.pdf'));
  const request = await requestOf(0);
  const stopped = vi.fn();
  request.addEventListener('abort', stopped);
  await user.click(await screen.findByRole('button', { name: 'Upload van een.pdf stoppen' }));
  await waitFor(() => expect(screen.queryByText('een.pdf')).toBeNull());
  expect(stopped).toHaveBeenCalledOnce();
});

test('what is empty or too large is not sent, and what the server refuses says why', async () => {
  const { user } = await openCard();
  const large = new File(['x'], 'groot.pdf');
  Object.defineProperty(large, 'size', { value: 25 * 1024 * 1024 + 1 });
  choose(new File([], 'leeg.pdf'), large, new File(['a'], 'goed.pdf'));
  expect(await screen.findByText(/Dit bestand is leeg/)).toBeTruthy();
  expect(screen.getByText(/Dit bestand is te groot, hoogstens 25 MB/)).toBeTruthy();
  expect(FakeRequest.sent).toHaveLength(1);
  (await requestOf(0)).answer(400, {
    type: '/problems/validation',
    title: 'Ongeldige invoer',
    status: 400,
    instance: '',
    errors: { content: ['Dit bestand is niet goed aangekomen'] },
  });
  expect(
    await screen.findByText(/De bijlage kon niet worden aangemaakt\. Dit bestand is niet goed/),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'goed.pdf uit de lijst halen' }));
  expect(screen.queryByText('goed.pdf')).toBeNull();
});

test('files can be dropped', async () => {
  await openCard();
  const place = screen.getByText('Sleep bestanden hierheen, tot 25 MB per bestand');
  const dataTransfer = { types: ['Files'], files: [new File(['a'], 'een.pdf')] };
  fireEvent.dragOver(place, { dataTransfer });
  expect(screen.getByText('Laat los om te uploaden')).toBeTruthy();
  fireEvent.drop(screen.getByText('Laat los om te uploaden'), { dataTransfer });
  await requestOf(0);
});

test('who may only read neither uploads nor drops', async () => {
  await openCard(false);
  expect(screen.queryByRole('button', { name: 'Uploaden' })).toBeNull();
  expect(screen.queryByText(/Sleep bestanden/)).toBeNull();
});

test('a file is deleted after asking', async () => {
  const { user, server } = await openCard();
  server.on('DELETE', `${base}/f1`, () => result(null));
  await user.click(screen.getByRole('button', { name: 'Verwijder proef-omslag.pdf' }));
  const question = await screen.findByRole('dialog', { name: 'Bijlage verwijderen?' });
  server.list(attachments, parents, []);
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'proef-omslag.pdf' })).toBeNull());
});
