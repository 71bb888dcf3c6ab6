import type { FastifyInstance } from 'fastify';
import { siteOf, type SiteOptions } from '#server/features/identity/index.ts';
import { problem } from '#server/platform/http/problem.ts';

const path = '/.well-known/security.txt';
const dayMs = 24 * 3_600_000;
// RFC 9116 advises less than a year. It moves on by itself, by whole days, so that answers of one day are equal.
const goodForDays = 180;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability; 404 without a contact. */
export function mountSecurityTxt(
  app: FastifyInstance,
  parts: { readonly contacts: readonly string[]; readonly sites: SiteOptions; readonly now: () => Date },
): void {
  app.get(path, { config: { public: 'security' }, schema: { hide: true } }, async (request, reply) => {
    const site = siteOf(parts.sites, request.host);
    if (parts.contacts.length === 0 || !site) throw problem.notFound();
    const today = Math.floor(parts.now().getTime() / dayMs) * dayMs;
    const expires = new Date(today + goodForDays * dayMs).toISOString().replace('.000Z', 'Z');
    const lines = [
      ...parts.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: nl, en',
      `Canonical: ${site.origin}${path}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
