import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineResource, id } from '#contract/resource.ts';
import { NetworkError } from '../data/http.ts';
import type { Screen } from '../screens.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ErrorState } from './error-state.tsx';
import { notify } from './notify.ts';
import { confirm } from './dialog-store.ts';
import { useRemoveWithConfirm } from './use-remove-with-confirm.tsx';

const row = z.object({ id, name: z.string() });
const modules = defineResource({
  name: 'module',
  path: 'test/modules',
  permission: 'test.modules',
  fields: { name: 'text' },
  defaultSort: 'name asc',
  row,
  record: row,
});
const screens: readonly Screen[] = [
  { name: 'modules:index', path: '/modules', title: 'Modules', load: async () => () => null },
];

function Removing() {
  const remove = useRemoveWithConfirm(modules, {});
  return (
    <button type="button" onClick={() => void remove({ id: '7', name: 'Orderportaal', thing: 'de module' })}>
      Weg ermee
    </button>
  );
}

async function askToRemove(answer?: () => Response) {
  const server = fakeServer();
  if (answer) server.on('DELETE', '/api/test/modules/7', answer);
  const drawn = await renderScreen(Removing, { server, screens, path: '/modules/7' });
  await drawn.user.click(screen.getByRole('button', { name: 'Weg ermee' }));
  const question = await screen.findByRole('dialog', { name: 'Module verwijderen?' });
  return { ...drawn, question, verb: within(question).getByRole('button', { name: 'Verwijderen' }) };
}

describe('deleting', () => {
  test('asks first, names the thing, and starts on the safe button', async () => {
    const { user, server, question } = await askToRemove();
    expect(question.textContent).toContain('Weet u zeker dat u Orderportaal wilt verwijderen?');
    const cancel = within(question).getByRole('button', { name: 'Annuleren' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls).toHaveLength(0);
  });

  test('goes to the index and shows that it succeeded', async () => {
    const { user, verb, address } = await askToRemove(() => new Response(null, { status: 204 }));
    await user.click(verb);
    const told = await screen.findByRole('dialog', { name: 'succesvol' });
    expect(told.textContent).toContain('de module is verwijderd');
    expect(address()).toBe('/modules');
    await user.click(within(told).getByRole('button', { name: 'Sluiten' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stays and shows why it failed', async () => {
    const { user, verb, address } = await askToRemove();
    await user.click(verb);
    const told = await screen.findByRole('dialog', { name: 'mislukt' });
    expect(told.textContent).toContain('de module kon niet worden verwijderd');
    expect(address()).toBe('/modules/7');
  });

  test('a refusal says how many use it, and names the first five', async () => {
    const first = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      resource: 'core/companies',
      id: name,
      name: `Bedrijf ${name}`,
    }));
    const body = {
      type: '/problems/in-use',
      title: 'In gebruik',
      status: 409,
      instance: '',
      usedBy: { count: 12, first: first.map((one, at) => (at === 0 ? { ...one, kind: 'Klant' } : one)) },
    };
    const { user, verb } = await askToRemove(() =>
      Response.json(body, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
    );
    await user.click(verb);
    const refused = await screen.findByRole('dialog', { name: 'Module wordt nog gebruikt' });
    expect(
      within(refused)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Klant Bedrijf a', ...first.slice(1).map(({ name }) => name), 'en 7 andere']);
  });
});

test('a question gives its answer to who asked', async () => {
  const answers: boolean[] = [];
  function Asking() {
    const onClick = async () => answers.push(await confirm({ title: 'Nog een keer?', verb: 'Herhalen' }));
    return (
      <button type="button" onClick={() => void onClick()}>
        Vraag
      </button>
    );
  }
  const { user } = await renderScreen(Asking);
  for (const name of ['Annuleren', 'Herhalen']) {
    await user.click(screen.getByRole('button', { name: 'Vraag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nog een keer?' });
    await user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(answers).toEqual([false, true]);
});

describe('notices', () => {
  test('they are collected in one: undoing the newest shows the one before, closing takes all away', async () => {
    const undone: string[] = [];
    const { user } = await renderScreen(() => null);
    const undo = (title: string) => ({ label: 'Ongedaan maken', run: () => void undone.push(title) });
    act(() => ['een', 'twee', 'drie', 'vier'].forEach((title) => notify({ title, action: undo(title) })));
    expect(screen.getAllByRole('button', { name: 'Melding sluiten' })).toHaveLength(1);
    expect(screen.getByText('vier')).toBeTruthy();
    expect(screen.getByText('en 3 eerdere')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    expect(undone).toEqual(['vier', 'drie']);
    expect(screen.getByText('twee')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Melding sluiten' }));
    expect(screen.queryByText('twee')).toBeNull();
    expect(screen.queryByText('een')).toBeNull();
  });

  test('one with a way back stays 10 seconds, others 6, and the end of the countdown takes them away', async () => {
    const { container } = await renderScreen(() => null);
    const countdown = () => container.querySelector<HTMLElement>('[style*="animation-duration"]');
    act(() => void notify({ title: 'Niets gewijzigd' }));
    expect(countdown()?.style.animationDuration).toBe('6000ms');
    act(
      () => void notify({ title: 'Goedgekeurd', action: { label: 'Ongedaan maken', run: () => undefined } }),
    );
    expect(countdown()?.style.animationDuration).toBe('10000ms');
    // The name under which React listens where there is no AnimationEvent, as in jsdom.
    fireEvent(countdown() ?? container, new Event('webkitAnimationEnd', { bubbles: true }));
    expect(screen.queryByText('Goedgekeurd')).toBeNull();
    expect(screen.queryByText('Niets gewijzigd')).toBeNull();
  });

  test('undo acts once and takes the notice away', async () => {
    let undone = 0;
    const { user } = await renderScreen(() => null);
    act(
      () => void notify({ title: 'Goedgekeurd', action: { label: 'Ongedaan maken', run: () => undone++ } }),
    );
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    expect(undone).toBe(1);
    expect(screen.queryByText('Goedgekeurd')).toBeNull();
  });

  test('are in a polite live region that was there before them', async () => {
    await renderScreen(() => null);
    const regions = screen.getAllByRole('status');
    act(() => void notify({ title: 'Goedgekeurd' }));
    const spoken = regions.filter((region) => within(region).queryByText('Goedgekeurd') !== null);
    expect(spoken.map((region) => region.getAttribute('aria-live'))).toEqual(['polite']);
  });
});

describe('the catalogue', () => {
  test.each([
    ['nl', new NetworkError('x'), 'Oeps, er is een verbindingsfout opgetreden!'],
    ['nl', new TypeError('x'), 'Oeps, er is een applicatiefout opgetreden!'],
    ['en', new NetworkError('x'), 'Oops, a connection error occurred!'],
  ] as const)('%s: %s', async (language, error, title) => {
    await renderScreen(() => <ErrorState error={error} />, { language });
    expect(screen.getByRole('alert', {}).textContent).toContain(title);
  });

  test('a record that is not there has a way back', async () => {
    const { ProblemError } = await import('../data/http.ts');
    const gone = new ProblemError('not-found', { type: '', title: '', instance: '', status: 404 });
    window.history.pushState(null, '', '/there');
    const back = vi.spyOn(window.history, 'back');
    const { user } = await renderScreen(() => <ErrorState isRecord error={gone} onRetry={vi.fn()} />);
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Terug' }));
    expect(back).toHaveBeenCalledOnce();
  });

  test('404 and 500 without words of the server use the fixed texts', async () => {
    const { ProblemError } = await import('../data/http.ts');
    const bare = { type: '', title: '', instance: '/requests/r-1' };
    await renderScreen(() => (
      <>
        <ErrorState error={new ProblemError('not-found', { ...bare, status: 404 })} />
        <ErrorState error={new ProblemError('internal', { ...bare, status: 500 })} />
        <ErrorState
          error={new ProblemError('internal', { ...bare, status: 500, detail: 'De motor sloeg af' })}
        />
      </>
    ));
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Oeps, de data kon niet worden gevonden!',
      'Er is een onbekende fout opgetreden',
      'De motor sloeg af',
    ]);
    expect(screen.getAllByText('r-1')).toHaveLength(3);
  });
});
