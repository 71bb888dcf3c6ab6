import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const usualRetries = 4;
const firstPauseMs = 500;
const maxPauseMs = 30_000;
const pageSize = 100;
const eventsAtOnce = 100;
const lookEveryMs = 1000;
const usualPatienceMs = 5 * 60_000;
const usualToleranceSeconds = 5 * 60;
const settled = new Set(['Onbekend', 'Onverwerkbaar', 'Verwerkt']);
// Failures that another try may mend. 409 is none of them: it says that something else happened first.
const passing = new Set([429, 500, 502, 503, 504]);

/** A refusal by the server (RFC 9457), or an answer that is none of its own. */
export class BalieError extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? problem?.title ?? `HTTP ${status}`);
    this.name = 'BalieError';
    this.status = status;
    this.kind = problem?.type?.replace('/problems/', '') ?? null;
    this.codes = problem?.codes ?? {};
    this.problem = problem ?? null;
  }
}

/** What a webhook was sent with does not fit its secret. */
export class WebhookError extends Error {
  constructor(message) {
    super(message);
    this.name = 'WebhookError';
  }
}

export function createBalie({
  address,
  key,
  language = 'nl',
  retries = usualRetries,
  fetch = globalThis.fetch,
}) {
  const base = new URL(address);

  async function open(method, path, { params, query, body, headers, idempotencyKey, signal } = {}) {
    const url = new URL(filled(path, params), base);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const isForm = body instanceof FormData;
    const init = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': language,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        // One for all tries of this call: the server does it once.
        ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    };
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= retries;
      let response;
      try {
        response = await fetch(url, init);
      } catch (error) {
        if (isLast || signal?.aborted) throw error;
        await pause(backOff(tried), signal);
        continue;
      }
      if (response.ok) return response;
      if (!isLast && passing.has(response.status)) {
        await response.body?.cancel();
        await pause(waitOf(response) ?? backOff(tried), signal);
        continue;
      }
      throw new BalieError(response.status, await problemOf(response));
    }
  }

  async function call(method, path, options) {
    const response = await open(method, path, options);
    return response.status === 204 ? undefined : response.json();
  }

  async function* list(path, { query, ...options } = {}) {
    for (let skip = 0; ; skip += pageSize) {
      const page = { ...query, $top: pageSize, $skip: skip };
      const { result } = await call('GET', path, { ...options, query: page });
      yield* result;
      if (result.length < pageSize) return;
    }
  }

  async function upload(files, { administrationId, signal, idempotencyKey } = {}) {
    const form = new FormData();
    if (administrationId !== undefined) form.set('administrationId', administrationId);
    for (const { name, data } of [files].flat())
      form.append('file', data instanceof Blob ? data : new Blob([data]), name);
    const { result } = await call('POST', '/api/fmmodule/documents', { body: form, signal, idempotencyKey });
    return result;
  }

  async function waitFor(documentId, { timeoutMs = usualPatienceMs, everyMs = lookEveryMs, signal } = {}) {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { result } = await call('GET', '/api/fmmodule/documents/{id}', {
        params: { id: documentId },
        signal,
      });
      if (isSettled(result)) return result;
      if (Date.now() > until) throw new Error(`document ${documentId} is still ${result.state}`);
      await pause(everyMs, signal);
    }
  }

  async function* events({ after, companyId, follow = false, everyMs = 5000, signal } = {}) {
    for (let next = after; ;) {
      const query = { after: next, limit: eventsAtOnce, companyId };
      const { result, metadata } = await call('GET', '/api/events', { query, signal });
      yield* result;
      next = metadata.next;
      if (metadata.hasMore) continue;
      if (!follow) return;
      await pause(everyMs, signal);
    }
  }

  return {
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
    put: (path, options) => call('PUT', path, options),
    delete: (path, options) => call('DELETE', path, options),
    file: (path, options) => open('GET', path, options),
    list,
    upload,
    waitFor,
    events,
  };
}

export function verifyWebhook(
  secrets,
  headers,
  body,
  { now = Date.now(), toleranceSeconds = usualToleranceSeconds } = {},
) {
  const header = (name) => (typeof headers.get === 'function' ? headers.get(name) : headers[name]) ?? '';
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(`webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('not the headers of a webhook');
  const age = now / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) throw new WebhookError('too old, or a clock that differs');
  const expected = [secrets].flat().map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  });
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'));
  const fits = (one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other));
  if (!given.some(fits)) throw new WebhookError('signed with another secret');
  return JSON.parse(body);
}

// Recognised is not enough: a moment later there is the invoice, or the one that it is the second file of.
function isSettled({ state, invoiceId, joinedInto }) {
  return settled.has(state) || (state === 'Herkend' && (invoiceId ?? joinedInto) !== null);
}

function filled(path, params = {}) {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (params[name] === undefined) throw new TypeError(`no value for ${name} in ${path}`);
    return encodeURIComponent(params[name]);
  });
}

async function problemOf(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function waitOf(response) {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, maxPauseMs) : undefined;
}

// Half of it by chance, so that many clients do not come back at one moment.
function backOff(tried) {
  const most = Math.min(firstPauseMs * 2 ** tried, maxPauseMs);
  return most / 2 + (Math.random() * most) / 2;
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
