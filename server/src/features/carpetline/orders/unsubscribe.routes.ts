import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '#contract/problem.ts';
import { html, languageOfPage, mark, pageStyle, placeOf } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { unsubscribePath, userOfToken } from './unsubscribe-links.ts';
import { isSubscribed, languageOfUser, setSubscribed } from './mail.repository.ts';
import { mailTexts } from './mail.service.ts';

const style = '/carpet-mail/page.css';
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};
type Step = 'ask' | 'done' | 'gone';

/**
 * The page behind the unsubscribe link of a mail, in the portal's fonts. It asks; a POST stops the mails, also the one
 * without a body that mail programs send (RFC 8058).
 */
export async function unsubscribePages(
  app: FastifyInstance,
  { db, secretKey }: Services,
  fontUrl: string | null,
): Promise<void> {
  const css = await pageStyle(fontUrl, new URL('./mail-off.css', import.meta.url));
  await app.register(async (pages) => {
    await pages.register(rateLimit, {
      max: 60,
      timeWindow: 60_000,
      store: SteadyStore,
      keyGenerator: ({ ip }) => placeOf(ip),
    });
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { bodyLimit: 4096, parseAs: 'string' }, async () => null);
    const options = { config: { public: 'link of a mail' }, schema: { hide: true } };
    pages.get(style, options, async (_, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(css),
    );
    const page = (step: Step) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = z.object({ token: z.string() }).parse(request.params);
      const userId = userOfToken(secretKey, token);
      // The user's own language if they chose one, else the browser's.
      const language = (userId && (await languageOfUser(db, userId))) || languageOfPage(request);
      if (userId === undefined || !isId(userId)) return send(reply, 404, language, 'gone');
      if (step === 'done') await setSubscribed(db, userId, false);
      // Users who open the link again are not asked again.
      return send(reply, 200, language, (await isSubscribed(db, userId)) ? 'ask' : 'done');
    };
    pages.get(unsubscribePath, options, page('ask'));
    pages.post(unsubscribePath, options, page('done'));
  });
}

function send(reply: FastifyReply, status: number, language: Language, step: Step): FastifyReply {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  const t = mailTexts[language].page;
  const body = html`<!doctype html>
    <html lang="${language}" data-brand="carpetline">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${t.title}</title>
        <link rel="icon" href="/brand/carpetline/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <main>
          <p class="brand">${mark('carpetline')}Carpetline</p>
          <h1>${t.title}</h1>
          <p>${t[step]}</p>
          ${step === 'ask' ? html`<form method="post"><button>${t.do}</button></form>` : html`<p><a href="/carpetline/orders">${t.portal}</a></p>`}
        </main>
      </body>
    </html>`.text;
  return reply.code(status).type('text/html; charset=utf-8').send(body);
}
