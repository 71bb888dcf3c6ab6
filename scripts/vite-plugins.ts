// The small steps of the portal's build that no plugin of others does.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import sharp from 'sharp';
import type { Plugin, Rolldown } from 'vite';
import { variants, type Variant } from '../portal/src/app/variants.ts';
import en from '../portal/src/locales/en/shell.json' with { type: 'json' };
import nl from '../portal/src/locales/nl/shell.json' with { type: 'json' };

/** Fills `%nl.failed%` in the pages from the locales, for what is shown when no script could run. */
export function fillTexts(): Plugin {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { nl: nl.boot, en: en.boot };
  return {
    name: 'balie:fill-texts',
    transformIndexHtml: (html) =>
      html.replace(/%(nl|en)\.(\w+)%/g, (place, language: string, key: string) => {
        const text = texts[language]?.[key];
        if (text === undefined) throw new Error(`no text for ${place}`);
        return text;
      }),
  };
}

/** Puts the style of the empty frame into the page itself: the first paint waits for nothing but the page. */
export function inlineFrame(): Plugin {
  let source = '';
  return {
    name: 'balie:inline-frame',
    configResolved(config) {
      source = join(config.root, 'src/boot/boot.css');
    },
    async transformIndexHtml(html) {
      const css = await readFile(source, 'utf8');
      const lean = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
      return html.replace('<!--balie:frame-->', `<style nonce="%balie.nonce%">${lean.trim()}</style>`);
    },
  };
}

/**
 * Lets the page fetch beside its first script what that will ask for next. No font: text stands in the device's own
 * letters until the line is free. Both are named in comments, of which the server opens one: the app's own files for
 * whom it knows, else those of the login, since anybody else may be on the way to the login page.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'balie:preload-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith('/index.html')) return html;
        const fresh = (files: readonly string[]) => files.filter((file) => !html.includes(file)).map(linkTo);
        const app = [
          ...new Set([...filesOf(bundle, '/app/warm-up.ts'), ...filesOf(bundle, '/app/main.tsx')]),
        ];
        const links = [
          `<!--balie:sign-in ${fresh(filesOf(bundle, '/boot/sign-in.ts')).join('')}-->`,
          `<!--balie:app ${fresh(app).join('')}-->`,
        ];
        return html.replace('  </head>', `${links.map((link) => `    ${link}\n`).join('')}  </head>`);
      },
    },
  };
}

// Behind what draws the first frame: `low` keeps the line free for it.
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;

/** The files of a lazily loaded module: its own, what it imports, and their style sheets. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start =
    chunks.find((file) => file.facadeModuleId?.endsWith(module)) ??
    chunks.find((file) => file.moduleIds.some((id) => id.endsWith(module)));
  const scripts = reachable(start ? [start.fileName] : [], (file) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? chunk.imports : [];
  });
  const sheets = [...scripts].flatMap((file) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...scripts, ...sheets];
}

const unusedOfZod = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/**
 * Leaves out what no screen asks of zod but every schema holds on to: JSON schema, which the server writes. Nearly
 * 5 kB (Brotli) of the first page. Whoever calls it in the portal after all is told so.
 */
export function leanZod(): Plugin {
  return {
    name: 'balie:lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!unusedOfZod.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const leftOut = "const leftOut = () => { throw new Error('JSON schema is left out of the portal'); };";
      return {
        code: [leftOut, ...names.map((name) => `export const ${name} = () => leftOut;`)].join('\n'),
        map: null,
      };
    },
  };
}

// Where most people begin. What these import of the kit stands on nearly every page.
const firstPage = [
  'app/main.tsx',
  'features/invoicing/invoices/invoices-list.tsx',
  'kit/list/data-table.tsx',
];
// An area's own modules stay with the area.
const isOfAnArea = (id: string) => /[\\/]src[\\/]features[\\/]|contract[\\/]src[\\/]\w+[\\/]/.test(id);

// Packages with one file that names all others: what is used of them cannot be seen from who imports it.
const isBarrel = (id: string) => /node_modules[\\/](@mantine|@tabler|react-i18next)[\\/]/.test(id);
const isLibrary = (id: string) => id.includes('node_modules');
// Of the component kit, therefore, by name: its ground, and what any list draws.
const kitParts =
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Button|CloseButton|FocusTrap|Input|InputBase|Loader|TextInput|Transition|UnstyledButton|VisuallyHidden))[\\/]/;

/**
 * Puts what nearly every page needs in two files (libraries, and parts with our own) and shared icons in a third, instead of some
 * twenty: a phone waits for round trips more than for bytes. It goes by what is really imported, so that a part
 * which becomes lazy leaves these files by itself.
 */
export function fewFiles(): Plugin {
  let source = '';
  let first: ReadonlySet<string> | undefined;

  function isFirst(id: string, context: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): boolean {
    first ??= reachable(
      firstPage.map((file) => join(source, file)),
      (from) => (isBarrel(from) ? [] : (context.getModuleInfo(from)?.importedIds ?? [])),
    );
    return first.has(id) && !isBarrel(id) && !isOfAnArea(id);
  }

  // A group brings along what its modules import, so that no file waits for one that waits for it. What the first
  // script needs too comes before all: it must not wait for the rest.
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'screens', test: /[\\/]src[\\/]app[\\/](warm-up|screens|screen-at|variants)\.ts$/, priority: 6 },
    {
      name: 'boot',
      test: /[\\/]src[\\/]boot[\\/](preferences|fonts)|preload-helper|rolldown[\\/]runtime/,
      priority: 7,
    },
    {
      debugName: 'libraries',
      name: (id, context) => (isLibrary(id) && isFirst(id, context) ? 'libraries' : null),
      priority: 4,
    },
    {
      debugName: 'every-screen',
      name: (id, context) => (kitParts.test(id) || isFirst(id, context) ? 'every-screen' : null),
      priority: 2,
    },
    { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 1 },
  ];

  return {
    name: 'balie:few-files',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups } },
          // An area's door names its screens and its pickers: who asks for the one must not get the other too.
          treeshake: { moduleSideEffects: (id) => !/[\\/]src[\\/]features[\\/].*\.tsx?$/.test(id) },
        },
      },
    }),
    configResolved(config) {
      source = join(config.root, 'src');
    },
    buildStart() {
      first = undefined;
    },
    generateBundle(_options, bundle) {
      const table = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'screens');
      const strays = table?.type === 'chunk' ? table.moduleIds.filter(isLibrary) : [];
      // The first script reads that table before any library is there.
      if (strays.length > 0) {
        this.warn(`an area's screens bring libraries along (${strays[0]}): put them in a file without code`);
      }
    },
  };
}

/** Everything that is imported from the starts on, directly or through others, but not lazily. */
function reachable(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...importsOf(id));
  }
  return found;
}

/** Icons and web manifest of each brand, drawn from its mark. */
export function brandFiles(): Plugin {
  return {
    name: 'balie:brand-files',
    apply: 'build',
    async generateBundle() {
      for (const variant of Object.values(variants)) {
        const at = `brand/${variant.name}`;
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `${at}/${fileName}`, source });
        emit('icon.svg', iconOf(variant, 5, 0.64));
        emit('192.png', await pngOf(iconOf(variant, 5, 0.64), 192));
        emit('512.png', await pngOf(iconOf(variant, 5, 0.64), 512));
        // Phones cut these to their own shape: square ground, mark inside the safe circle.
        emit('maskable.png', await pngOf(iconOf(variant, 0, 0.5), 512));
        emit('apple.png', await pngOf(iconOf(variant, 0, 0.56), 180));
        emit('manifest.webmanifest', JSON.stringify(manifestOf(variant, `/${at}`)));
      }
    },
  };
}

function iconOf({ mark, fill }: Variant, radius: number, part: number): string {
  const move = (24 - 24 * part) / 2;
  const filled = mark.filled.map((path) => `<path d="${path}" fill="#fff"/>`).join('');
  const strokes = mark.strokes.map((path) => `<path d="${path}"/>`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="${radius}" fill="${fill.light}"/>` +
    `<g transform="translate(${move} ${move}) scale(${part})" fill="none" stroke="#fff" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${filled}${strokes}</g></svg>`
  );
}

function pngOf(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * (size / 24) })
    .resize(size, size)
    .png()
    .toBuffer();
}

function manifestOf({ name, title, fill }: Variant, at: string) {
  const png = (file: string, size: number, purpose: string) => ({
    src: `${at}/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: title,
    short_name: title,
    description: nl.brand[name].welcome,
    lang: 'nl',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f2f4f6',
    theme_color: fill.light,
    icons: [
      { src: `${at}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('192.png', 192, 'any'),
      png('512.png', 512, 'any'),
      png('maskable.png', 512, 'maskable'),
    ],
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const worth = /\.(js|css|svg|json|webmanifest)$/;

/** Writes a Brotli and a gzip file beside every text file of the build, as small as they get. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'balie:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the service worker, which another plugin writes when the bundle closes.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true });
        await Promise.all(
          entries.filter((entry) => worth.test(entry)).map((entry) => shrink(join(folder, entry))),
        );
      },
    },
  };
}

async function shrink(file: string) {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [small, older] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  // A server need not choose a "smaller" file that is not.
  if (small.length < bytes.length) await writeFile(`${file}.br`, small);
  if (older.length < bytes.length) await writeFile(`${file}.gz`, older);
}

// What a cold browser of somebody who is signed in fetches up to the first list.
const wayToTheList = ['index.html', '/app/warm-up.ts', '/app/main.tsx', '/invoices-list.tsx'];
const maxKilobytes = 230;

/** Says after each build what the first page weighs, and warns above what was agreed. Stands after `precompress`. */
export function weighFirstPage(): Plugin {
  let folder = '';
  let scripts: readonly string[] = [];
  return {
    name: 'balie:weigh-first-page',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      const files = new Set(wayToTheList.flatMap((module) => filesOf(bundle, module)));
      scripts = [...files].filter((file) => file.endsWith('.js'));
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const sizes = await Promise.all(
          scripts.map(async (file) => (await stat(join(folder, `${file}.br`))).size),
        );
        const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
        const line = `first page: ${kilobytes} kB of JavaScript in ${sizes.length} files (Brotli), at most ${maxKilobytes}`;
        if (kilobytes > maxKilobytes) this.warn(line);
        else this.info(line);
      },
    },
  };
}
