import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { pageStyle } from '../pages/page-style.ts';
import type { PageFrame } from '../pages/page.ts';
import { providerPath } from '../sites.ts';

/** Serves the style sheet and the script of the pages; their addresses change when they do. */
export async function mountAssets(
  app: FastifyInstance,
  fontUrl: string | null,
): Promise<PageFrame['assets']> {
  const serve = (name: string, type: string, body: string): string => {
    const version = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    const url = `${providerPath}/assets/${name}`;
    app.get(url, { config: { public: 'sign-in' }, schema: { hide: true } }, async (_, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(body),
    );
    return `${url}?v=${version}`;
  };
  const style = await pageStyle(fontUrl, new URL('../pages/sign-in.css', import.meta.url));
  const script = await readFile(new URL('../pages/sign-in.js', import.meta.url), 'utf8');
  return {
    style: serve('sign-in.css', 'text/css', style),
    script: serve('sign-in.js', 'text/javascript', script),
    font: fontUrl,
  };
}
