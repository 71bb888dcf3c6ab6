import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventTypes } from '#contract/core/events.ts';
import { webhooks, type WebhookDelivery } from '#contract/core/webhooks.ts';
import type { Rec } from '#contract/resource.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

beforeEach(() => {
  // jsdom lays nothing out; the tree of events draws only rows that are in sight.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(420);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const may = [
  ...['read', 'create', 'update', 'delete'].map((verb) => `core.webhooks.${verb}.company`),
  'fmmodule.invoices.read.company',
];
const at = { path: '/management/companies/{companyId}', at: '/management/companies/1' };
const url = '/api/core/companies/1/webhooks';

const target: Rec<typeof webhooks> = {
  id: 'w1',
  companyId: '1',
  url: 'https://veenstra.example/balie',
  eventTypes: ['invoice.approved', 'invoice.rejected'],
  active: true,
  state: 'on',
  secretHint: 'whsec_Qm4x',
  oldSecretUntil: null,
  waiting: 0,
  failingSince: null,
  lastTried: { at: '2026-11-26T13:02:00Z', isDelivered: true, status: 200, error: null },
  createdAt: '2025-12-12T10:00:00Z',
  updatedAt: '2025-12-12T10:00:00Z',
  updatedBy: 'Sanne de Wit',
  rowVersion: 1,
};
const delivered: WebhookDelivery = {
  id: 'd1',
  eventId: 'e1',
  type: 'invoice.approved',
  recordId: 'i1',
  isDelivered: true,
  isHeld: false,
  createdAt: '2026-11-26T13:02:00Z',
  tries: 1,
  nextTryAt: null,
  lastStatus: 200,
  lastError: null,
  lastMs: 84,
};
const failed: WebhookDelivery = {
  ...delivered,
  id: 'd2',
  eventId: 'e2',
  isDelivered: false,
  tries: 2,
  nextTryAt: '2099-11-26T13:17:00Z',
  lastStatus: 503,
  lastMs: 3120,
};
const held: WebhookDelivery = {
  ...failed,
  id: 'd3',
  eventId: 'e3',
  type: 'invoice.rejected',
  isHeld: true,
  tries: 0,
  lastStatus: null,
  lastMs: null,
};
const secret = `whsec_${'m3Xt'.repeat(8)}`;

function Section() {
  return <WebhooksSection companyId={useParam('companyId')} />;
}

async function openSection(
  row: Rec<typeof webhooks> = target,
  log: readonly WebhookDelivery[] = [delivered],
  rights: readonly string[] = may,
) {
  const server = fakeServer();
  server.list(webhooks, { companyId: '1' }, [row]);
  server.one(webhooks, { companyId: '1' }, row);
  server.on('GET', `${url}/w1/deliveries`, () => result(log));
  const drawn = await renderScreen(Section, { may: rights, ...at, server });
  await screen.findByText('veenstra.example/balie');
  return { ...drawn, server };
}

async function openDetail({ user }: Awaited<ReturnType<typeof openSection>>) {
  await user.click(screen.getByRole('button', { name: 'Details tonen' }));
  await screen.findByRole('table', { name: 'Verstuurd' });
}

describe('webhooks', () => {
  test('say where events go, which, how the last went, and below their row what was sent', async () => {
    const drawn = await openSection(target, [held, failed, delivered]);
    const row = screen.getByRole('row', { name: /veenstra/ });
    for (const words of ['Facturen (2 van 11)', '26-11-2026 14:02, 200', 'Aan'])
      expect(row.textContent).toContain(words);
    await openDetail(drawn);
    const log = screen.getByRole('table', { name: 'Verstuurd' });
    for (const words of [
      '200 in 84 ms',
      '503 in 3,1 s, volgende om 26-11-2099 14:17',
      'Wacht op een eerdere gebeurtenis van hetzelfde',
    ])
      expect(log.textContent).toContain(words);
  });

  test('are made with their address and events, and show the secret once', async () => {
    const { user, server } = await openSection();
    const made = { ...target, id: 'w1', url: 'https://magazijn.example/in' };
    server.on('POST', url, () => result(made));
    server.on('POST', `${url}/w1/secret`, () => result({ ...made, secret }));
    await user.click(screen.getByRole('button', { name: 'Webhook toevoegen' }));
    const form = await screen.findByRole('dialog', { name: 'Webhook toevoegen' });
    await user.type(within(form).getByRole('textbox', { name: /Adres/ }), made.url);
    await user.type(within(form).getByRole('searchbox', { name: 'Zoek gebeurtenis' }), 'goedgekeurd');
    await user.click(await within(form).findByText(/invoice\.approved/));
    await user.click(within(form).getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByRole('textbox', { name: 'Nieuw geheim' })).toHaveProperty('value', secret);
    const sent = server.calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toMatchObject([
      { url: made.url, eventTypes: ['invoice.approved'] },
      { overlapDays: 0 },
    ]);
    await user.click(screen.getByRole('button', { name: 'Kopiëren' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(screen.getByRole('button', { name: 'Details sluiten' }));
    const question = await screen.findByRole('dialog', { name: 'Geheim bewaard?' });
    await user.click(within(question).getByRole('button', { name: 'Annuleren' }));
    await user.click(screen.getByRole('button', { name: 'Ik heb het bewaard' }));
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  });

  test('offer no events of records that the person does not read', async () => {
    const { user } = await openSection();
    await user.click(screen.getByRole('button', { name: 'Webhook toevoegen' }));
    const form = await screen.findByRole('dialog', { name: 'Webhook toevoegen' });
    await user.type(within(form).getByRole('searchbox', { name: 'Zoek gebeurtenis' }), 'release.created');
    const item = await within(form).findByRole('treeitem', { name: /release\.created/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('change their secret, for as long as both count', async () => {
    const drawn = await openSection({ ...target, oldSecretUntil: '2026-12-03T13:00:00Z' });
    const { user, server } = drawn;
    server.on('POST', `${url}/w1/secret`, () => result({ ...target, secret }));
    await openDetail(drawn);
    expect(screen.getByText('het oude tekent mee tot 03-12-2026 14:00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Geheim wisselen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Geheim wisselen' });
    await user.click(within(dialog).getByRole('button', { name: 'Wisselen' }));
    expect(await screen.findByDisplayValue(secret)).toBeTruthy();
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ overlapDays: 7 });
  });

  test('send a test, an event again, and show request and answer', async () => {
    const drawn = await openSection();
    const { user, server } = drawn;
    const detail = {
      ...delivered,
      body: '{"type":"invoice.approved"}',
      attempts: [{ number: 1, at: delivered.createdAt, ms: 84, status: 200, error: null, answer: 'noted' }],
    };
    for (const verb of ['test', 'deliveries/d1/resend'])
      server.on('POST', `${url}/w1/${verb}`, () => result(detail));
    server.on('GET', `${url}/w1/deliveries/d1`, () => result(detail));
    await openDetail(drawn);
    await user.click(screen.getByRole('button', { name: 'Proefgebeurtenis sturen' }));
    expect(await screen.findByText('De proefgebeurtenis wordt verstuurd')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Factuur goedgekeurd' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verstuurde gebeurtenis' });
    expect(await within(dialog).findByText('noted')).toBeTruthy();
    expect(dialog.textContent).toContain('webhook-id: e1');
    await user.click(within(dialog).getByRole('button', { name: 'Opnieuw sturen' }));
    expect(await screen.findByText('De gebeurtenis wordt opnieuw verstuurd')).toBeTruthy();
  });

  test('that stopped say why and what waits, and go on', async () => {
    const drawn = await openSection({ ...target, state: 'gone', waiting: 2 });
    const { user, server } = drawn;
    server.on('POST', `${url}/w1/resume`, () => result(target));
    await openDetail(drawn);
    expect(screen.getByText('Uitgezet door ontvanger: het adres antwoordde 410.')).toBeTruthy();
    expect(screen.getByText(/^2 gebeurtenissen wachten/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Proefgebeurtenis sturen' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hervatten' }));
    expect(await screen.findByText('De webhook gaat verder')).toBeTruthy();
  });

  test('are paused with all they were, and say what was refused', async () => {
    const drawn = await openSection();
    const { user, server } = drawn;
    server.on('PUT', `${url}/w1`, () => refusal('wrong-state', { detail: 'Dat kan nu niet.' }));
    await openDetail(drawn);
    await user.click(screen.getByRole('button', { name: 'Pauzeren' }));
    expect(await screen.findByText('Dat kan nu niet.')).toBeTruthy();
    expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      url: target.url,
      eventTypes: target.eventTypes,
      active: false,
    });
  });

  test('can only be looked at by who may not change them', async () => {
    const drawn = await openSection(target, [delivered], ['core.webhooks.read.company']);
    await openDetail(drawn);
    for (const name of ['Webhook toevoegen', 'Geheim wisselen', 'Pauzeren', /Stuur opnieuw/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('have words for each event', async () => {
    const drawn = await openSection(
      target,
      eventTypes.map((type, index) => ({ ...delivered, id: `d${index}`, type })),
    );
    await openDetail(drawn);
    const log = screen.getByRole('table', { name: 'Verstuurd' });
    expect(log.textContent).not.toMatch(/core\.webhooks|[a-z]+_[a-z]+|\w\.\w+ed/);
  });
});
