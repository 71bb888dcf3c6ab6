import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import type { Flow } from './flow.api.ts';
import { FlowDetail } from './flow-page.tsx';

configure({ asyncUtilTimeout: 8000 });

const rule = (name: string, above: number): FlowContent['rules'][number] => ({
  name,
  conditions: [{ kind: 'amount', above, upTo: null }],
  steps: [{ mode: 'one', userIds: ['u1'] }],
});

const manager = ['fmmodule.approvalflows.read.company', 'fmmodule.approvalflows.update.company'];

async function draw(seed: Partial<Flow> = {}, may = manager) {
  const server = fakeServer();
  let flow: Flow = {
    id: 'c1',
    companyId: 'c1',
    company: { name: 'Woonstichting De Vechtstreek' },
    version: 7,
    content: { rules: [rule('Klein', 0), rule('Groot', 500_000)], otherwise: [], fourEyes: null },
    draft: null,
    openInvoices: 14,
    decidedInvoices: 3,
    rowVersion: 1,
    ...seed,
  };
  const save = (change: Partial<Flow>) => {
    flow = { ...flow, ...change, rowVersion: flow.rowVersion + 1 };
    return result(flow);
  };
  const url = '/api/fmmodule/approval-flows/c1';
  server.on('GET', url, () => result(flow));
  server.on('PUT', url, ({ body }) => save({ draft: Object(body).draft }));
  server.on('DELETE', `${url}/draft`, () => save({ draft: null }));
  server.on('POST', `${url}/put-in-use`, () =>
    save({ content: flow.draft ?? flow.content, draft: null, version: flow.version + 1 }),
  );
  server.on('POST', `${url}/apply`, () => result({ changed: 14, decided: 3 }));
  server.on('GET', `${url}/versions`, () => result([]));
  server.on('GET', `${url}/choices`, () =>
    result({
      people: [
        { id: 'u1', name: 'Petra Huisman' },
        { id: 'u2', name: 'Henk Drost' },
      ],
      administrations: [],
      creditors: [],
      costcenters: [],
      ledgers: [],
    }),
  );
  server.on('GET', `${url}/preview`, () =>
    result({
      rules: [{ rule: 1, name: 'Klein', holds: true, conditions: [{ kind: 'amount', holds: true }] }],
      steps: [
        {
          mode: 'one',
          origin: 'flow',
          people: [{ id: 'u1', fullName: 'Petra Huisman', substitute: null, mayApprove: true }],
        },
      ],
      fourEyes: 'nobody',
    }),
  );
  const drawn = await renderScreen(FlowDetail, {
    server,
    path: '/fmmodule/approval-flows/{companyId}',
    at: '/fmmodule/approval-flows/c1',
    may,
    variant: 'fm',
  });
  const rules = await screen.findByRole('region', { name: 'Regels' });
  return { ...drawn, server, rules };
}

const lastDraft = (calls: readonly { method: string; body: unknown }[]): FlowContent | undefined =>
  Object(calls.findLast(({ method }) => method === 'PUT')?.body).draft;

test('a rule moves with Alt and an arrow, which saves itself and is announced', async () => {
  const { rules, user, server } = await draw();
  const grip = within(rules).getByRole('button', { name: 'Verplaats Groot' });
  grip.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(await within(rules).findByText('Groot staat nu op plaats 1 van 2')).toBeDefined();
  await waitFor(() =>
    expect(lastDraft(server.calls)?.rules.map(({ name }) => name)).toEqual(['Groot', 'Klein']),
  );
  expect(await screen.findByText('Versie 8, concept')).toBeDefined();
});

test('a rule is dragged onto the place of another', async () => {
  const { rules, server } = await draw();
  const grip = within(rules).getByRole('button', { name: 'Verplaats Klein' });
  const data = { effectAllowed: '', setData: () => undefined };
  fireEvent.dragStart(grip, { dataTransfer: data });
  const target = within(rules).getByRole('button', { name: 'Verplaats Groot' }).closest('li');
  if (target === null) throw new Error('no rule');
  fireEvent.dragOver(target);
  fireEvent.drop(target);
  await waitFor(() =>
    expect(lastDraft(server.calls)?.rules.map(({ name }) => name)).toEqual(['Groot', 'Klein']),
  );
});

test('what is unfinished is said in its place before a version is made, and the count before it is', async () => {
  const { rules, user, server } = await draw();
  await user.click(within(rules).getByRole('button', { name: 'Regel toevoegen' }));
  await user.click(await screen.findByRole('button', { name: 'Versie 8 in gebruik nemen' }));
  expect(await within(rules).findByText('Geef een naam')).toBeDefined();
  expect(within(rules).getByText('Geef een bedrag')).toBeDefined();
  expect(within(rules).getByText('Kies een persoon')).toBeDefined();
  await user.type(within(rules).getByRole('textbox', { name: 'Naam van de regel' }), 'Midden');
  await user.type(within(rules).getByRole('textbox', { name: 'boven' }), '250,00');
  await user.click(within(rules).getAllByRole('combobox', { name: 'Personen van stap 1' })[0] ?? rules);
  await user.click(await screen.findByRole('option', { name: 'Henk Drost' }));
  await user.click(screen.getByRole('button', { name: 'Versie 8 in gebruik nemen' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Versie 8 in gebruik nemen?');
  expect(dialog.textContent).toContain('3 regels');
  await user.click(within(dialog).getByRole('button', { name: 'In gebruik nemen' }));
  expect(await screen.findByText('Versie 8 is in gebruik genomen')).toBeDefined();
  expect(lastDraft(server.calls)?.rules.at(-1)).toEqual({
    name: 'Midden',
    conditions: [{ kind: 'amount', above: 25_000, upTo: null }],
    steps: [{ mode: 'one', userIds: ['u2'] }],
  });
});

test('applying to open invoices says how many change and how many are left out', async () => {
  const { user } = await draw();
  await user.click(await screen.findByRole('button', { name: 'Ook op 14 open facturen toepassen' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('14 facturen krijgen');
  expect(dialog.textContent).toContain('al iemand besloot: 3');
  await user.click(within(dialog).getByRole('button', { name: 'Toepassen' }));
  expect(await screen.findByText('Toegepast op 14 facturen')).toBeDefined();
});

test('the tester says who, why, and in red when nobody may be the second', async () => {
  await draw();
  const tester = await screen.findByRole('region', { name: 'Wie krijgt deze factuur?' });
  expect(await within(tester).findByText('Regel 1 past: Klein')).toBeDefined();
  expect(within(tester).getByText('Petra Huisman')).toBeDefined();
  expect(within(tester).getByText(/niemand mag als tweede keuren/)).toBeDefined();
});

test('who may not change the flow reads it', async () => {
  const { rules } = await draw({}, ['fmmodule.approvalflows.read.company']);
  expect(within(rules).queryByRole('button')).toBeNull();
  expect(within(rules).getByText('Groot')).toBeDefined();
});
