import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createHttp, NetworkError, ProblemError } from './http.ts';
import { fakeServer, refusal, result } from '../testing/fake-server.ts';
import { testSession } from '../testing/render-screen.tsx';

const anything = z.object({ result: z.unknown() });

/** A session whose token the test changes, that counts renewals and logins. */
function watchedSession(tokens: (string | undefined)[], canRenew = true) {
  const seen = { renewals: 0, logins: 0 };
  const session = {
    ...testSession(),
    accessToken: () => tokens[seen.renewals],
    renew: async () => {
      seen.renewals += 1;
      return canRenew;
    },
    login: () => void (seen.logins += 1),
  };
  return { seen, session };
}

function httpWith(server: ReturnType<typeof fakeServer>, session = testSession()) {
  return createHttp({ session, language: () => 'en', fetch: server.fetch });
}

describe('a call', () => {
  test('carries token and language, and reads the answer by its schema', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => result({ id: '1' }));
    const schema = z.object({ result: z.object({ id: z.string() }) });
    expect(await httpWith(server).call('/api/x', schema)).toEqual({ result: { id: '1' } });
    expect(server.calls[0]?.headers.get('authorization')).toBe('Bearer token-of-sanne');
    expect(server.calls[0]?.headers.get('accept-language')).toBe('en');
  });

  test('whose answer is not used reads it all the same: an unread body keeps its connection busy', async () => {
    const answer = result({ id: '1' });
    const fetch = async () => answer;
    await createHttp({ session: testSession(), language: () => 'en', fetch }).send('/api/x', {
      method: 'PUT',
      body: {},
    });
    expect(answer.bodyUsed).toBe(true);
  });

  test('that is refused fails with the kind, the fields and the sentences', async () => {
    const server = fakeServer();
    const fields = { errors: { name: ['Geef een naam'] }, codes: { name: ['required'] } } as const;
    server.on('POST', '/api/x', () => refusal('validation', fields));
    const error = await httpWith(server)
      .call('/api/x', anything, { method: 'POST', body: {} })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ kind: 'validation', status: 400, body: fields });
  });

  test('that a proxy answers with a page of its own is recognised by its status', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    server.on('GET', '/api/y', () => new Response('<h1>Busy</h1>', { status: 503 }));
    const http = httpWith(server);
    await expect(http.call('/api/x', anything)).rejects.toMatchObject({ kind: 'internal', status: 502 });
    await expect(http.call('/api/y', anything)).rejects.toMatchObject({ kind: 'unavailable', status: 503 });
  });

  test('without an answer is a failure of the network', async () => {
    const http = createHttp({
      session: testSession(),
      language: () => 'nl',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await expect(http.call('/api/x', anything)).rejects.toBeInstanceOf(NetworkError);
  });

  test('that its caller cancels is no failure of the network', async () => {
    const stop = new AbortController();
    const http = createHttp({
      session: testSession(),
      language: () => 'nl',
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
        ),
    });
    const call = http.call('/api/x', anything, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a call without a valid token', () => {
  test('renews in silence and is repeated once', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', ({ headers }) =>
      headers.get('authorization') === 'Bearer second' ? result(1) : refusal('unauthenticated'),
    );
    const { seen, session } = watchedSession(['first', 'second']);
    expect(await httpWith(server, session).call('/api/x', anything)).toEqual({ result: 1 });
    expect(seen).toEqual({ renewals: 1, logins: 0 });
  });

  test('renews before it is sent when the token is known to have expired', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => result(1));
    const { session } = watchedSession([undefined, 'second']);
    await httpWith(server, session).call('/api/x', anything);
    expect(server.calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer second']);
  });

  test('goes to the login page when renewal needs the person', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => refusal('unauthenticated'));
    const { seen, session } = watchedSession(['first'], false);
    await expect(httpWith(server, session).call('/api/x', anything)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(seen).toEqual({ renewals: 1, logins: 1 });
  });

  test('stays on the page when the provider cannot be reached', async () => {
    const server = fakeServer();
    const { seen, session } = watchedSession([undefined]);
    const lost = { ...session, renew: () => Promise.reject(new TypeError('Failed to fetch')) };
    await expect(httpWith(server, lost).call('/api/x', anything)).rejects.toBeInstanceOf(NetworkError);
    expect(seen.logins).toBe(0);
    expect(server.calls).toEqual([]);
  });

  test('never loops: a fresh token that is refused is an error, not a login', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => refusal('unauthenticated'));
    const { seen, session } = watchedSession(['first', 'second']);
    await expect(httpWith(server, session).call('/api/x', anything)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(seen).toEqual({ renewals: 1, logins: 0 });
    expect(server.calls).toHaveLength(2);
  });

  test('says so when the company was switched off, without a login', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => refusal('company-inactive'));
    const { seen, session } = watchedSession(['first']);
    await expect(httpWith(server, session).call('/api/x', anything)).rejects.toMatchObject({
      kind: 'company-inactive',
    });
    expect(seen).toEqual({ renewals: 0, logins: 0 });
  });
});

describe('an answer that was fetched early', () => {
  test('is used once, and only for reading', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => result('later'));
    server.on('POST', '/api/y', () => result('made'));
    const early = new Map([
      ['/api/x', Promise.resolve(result('early'))],
      ['/api/y', Promise.resolve(result('early'))],
    ]);
    const http = createHttp({ session: testSession(), language: () => 'nl', early, fetch: server.fetch });
    expect(await http.call('/api/x', anything)).toEqual({ result: 'early' });
    expect(await http.call('/api/x', anything)).toEqual({ result: 'later' });
    expect(await http.call('/api/y', anything, { method: 'POST', body: {} })).toEqual({ result: 'made' });
  });

  test('that never came is asked for again', async () => {
    const server = fakeServer();
    server.on('GET', '/api/x', () => result('later'));
    const early = new Map([['/api/x', Promise.resolve(null)]]);
    const http = createHttp({ session: testSession(), language: () => 'nl', early, fetch: server.fetch });
    expect(await http.call('/api/x', anything)).toEqual({ result: 'later' });
  });
});
