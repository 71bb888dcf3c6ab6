import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { fontFace } from './pages/font.ts';
import type { PageFrame } from './pages/page.ts';
import { providerPath } from './sites.ts';

const files = {
  style: { name: 'sign-in.css', type: 'text/css; charset=utf-8' },
  script: { name: 'sign-in.js', type: 'text/javascript; charset=utf-8' },
} as const;

/** Serves the style sheet and the script of the pages; their addresses change when they do. */
export async function mountAssets(
  app: FastifyInstance,
  fontUrl: string | null,
): Promise<PageFrame['assets']> {
  const serve = async ({ name, type }: { name: string; type: string }, before: string): Promise<string> => {
    const body = before + (await readFile(new URL(`./pages/${name}`, import.meta.url), 'utf8'));
    const version = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    const url = `${providerPath}/assets/${name}`;
    app.get(url, { config: { public: 'sign-in' }, schema: { hide: true } }, async (_, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    );
    return `${url}?v=${version}`;
  };
  return {
    style: await serve(files.style, fontFace(fontUrl)),
    script: await serve(files.script, ''),
    font: fontUrl,
  };
}
