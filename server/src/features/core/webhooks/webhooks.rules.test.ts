import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  hintOfSecret,
  newWebhookSecret,
  nextTryAfter,
  signedHeaders,
  targetProblems,
} from './webhooks.rules.ts';

const body = JSON.stringify({ type: 'invoice.approved', data: { id: 'é' } });
const headersAt = (secrets: readonly string[], at = new Date()) =>
  signedHeaders(secrets, { id: '018f', at, body });

describe('signatures', () => {
  test('are what the public library verifies', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(new Webhook(secret).verify(body, headersAt([secret]))).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headersAt([secret]))).toThrow(
      'No matching signature found',
    );
    expect(() => new Webhook(newWebhookSecret()).verify(body, headersAt([secret]))).toThrow(
      'No matching signature found',
    );
    expect(() => new Webhook(secret).verify(body, headersAt([secret], new Date(0)))).toThrow(
      'Message timestamp too old',
    );
  });

  test('are two while a secret changes, so that receivers with either verify', () => {
    const [fresh, old] = [newWebhookSecret(), newWebhookSecret()];
    const headers = headersAt([fresh, old]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [fresh, old]) new Webhook(secret).verify(body, headers);
  });

  test('are new at each attempt, the id stays', () => {
    const secret = newWebhookSecret();
    const [one, other] = [headersAt([secret], new Date(0)), headersAt([secret], new Date(1000))];
    expect(one['webhook-id']).toBe(other['webhook-id']);
    expect(one['webhook-timestamp']).not.toBe(other['webhook-timestamp']);
    expect(one['webhook-signature']).not.toBe(other['webhook-signature']);
  });

  test('come of a secret of which four characters are shown', () => {
    expect(hintOfSecret('whsec_abcdefgh')).toBe('whsec_abcd');
  });
});

test('tries get rarer, and end within three days', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const pauses: number[] = [];
  let now = since;
  for (let failures = 1; ; failures += 1) {
    const next = nextTryAfter(failures, since, now);
    if (next === null) break;
    pauses.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  const hours = (now.getTime() - since.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(70);
  expect(hours).toBeLessThanOrEqual(72);
  // A worker that was away for days does not begin another three.
  expect(nextTryAfter(2, since, new Date('2026-11-25T12:00:00Z'))).toBeNull();
});

describe('a target', () => {
  const granter = {
    companyId: 'one',
    permissions: ['fmmodule.invoices.read.company'],
    isProvider: false,
    hasEverything: false,
  };
  const target = { companyId: 'one', address: null, added: ['invoice.approved'], isNarrowed: false } as const;

  test('gets what who makes it may read, of all of the company', () => {
    expect(targetProblems(granter, target)).toEqual({});
    const refused = { event_types: ['not-yours-to-give'] };
    expect(targetProblems(granter, { ...target, added: ['work_order.created'] })).toEqual(refused);
    expect(targetProblems(granter, { ...target, isNarrowed: true })).toEqual(refused);
    expect(targetProblems(granter, { ...target, companyId: 'other' })).toEqual(refused);
  });

  test('does not say which names exist inside', () => {
    const codes = (['address-refused', 'host-unknown'] as const).map(
      (address) => targetProblems(granter, { ...target, address })['url'],
    );
    expect(codes).toEqual([['not-a-webhook-url'], ['host-not-called']]);
  });
});
