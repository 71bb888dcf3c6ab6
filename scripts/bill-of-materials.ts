import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      link: z.boolean().default(false),
    }),
  ),
});

/** One package that ships. */
interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

/** A bill of materials as CycloneDX has it. */
export interface Bill {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly version: 1;
  readonly metadata: { readonly component: { readonly type: 'application'; readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Licences that ask for no more than to be named. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages, by how their names begin, of another licence or of none in their description, and why they ship all the same. */
const exceptions: readonly (readonly [start: string, reason: string])[] = [
  ['@img/sharp-', 'LGPL: libvips, a library of its own, unchanged and replaceable, which sharp loads'],
  ['png-js', 'MIT: its text is in the package, its description names none'],
  ...['ssh2', 'cpu-features', 'buildcheck'].map(
    (name) => [name, 'MIT: its text is in the package, its description names it in the older way'] as const,
  ),
];

/**
 * Everything that ships, from the lock file: what the server needs, and what is built into the portal. `npm sbom` knows
 * dependencies and tools only, and the portal's packages are neither.
 */
export function billOfMaterials(root: string): Bill {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  // As Node looks for a package: in the folder of whoever needs it, then in those around it.
  const find = (from: string, name: string): string | undefined => {
    const folders = from.split('/node_modules/');
    return folders
      .map((_, depth) => [...folders.slice(0, folders.length - depth), name].join('/node_modules/'))
      .concat(`node_modules/${name}`)
      .find((path) => packages[path] !== undefined);
  };
  const below = (path: string): string[] => {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
      (name) => find(path, name) ?? [],
    );
  };
  const shipped = new Set<string>();
  const queue = [...shippedNames(root)].flatMap((name) => find('', name) ?? []);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (shipped.has(path) || packages[path]?.link) continue;
    shipped.add(path);
    queue.push(...below(path));
  }
  const paths = [...shipped].toSorted();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'balie' } },
    components: paths.map((path) => componentOf(path, packages[path])),
    dependencies: paths.map((path) => ({
      ref: path,
      dependsOn: below(path).filter((each) => shipped.has(each)),
    })),
  };
}

function componentOf(path: string, about: z.output<typeof lock>['packages'][string] | undefined): Component {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = about?.version ?? '';
  const [algorithm, digest = ''] = about?.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: about?.license === undefined ? [] : [{ expression: about.license }],
    hashes:
      algorithm === 'sha512'
        ? [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
        : [],
  };
}

/** The packages that ship under a licence that nobody looked at, with that licence. */
export function doubtfulLicences({ components }: Pick<Bill, 'components'>): string[] {
  return components
    .filter(
      ({ name, licenses }) =>
        !exceptions.some(([start]) => name.startsWith(start)) && !licenses.some(isAllowed),
    )
    .map(({ name, licenses }) => `${name}: ${licenses[0]?.expression ?? 'none'}`);
}

function isAllowed({ expression }: { readonly expression: string }): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((each) => allowed.has(each.trim())));
}

/** The packages that the product names itself: those of the server, and those that sources of the portal import. */
function shippedNames(root: string): ReadonlySet<string> {
  const file = z.object({
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  });
  const { dependencies, optionalDependencies } = file.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  for (const path of readdirSync(join(root, 'portal/src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:tsx?|css)$/.test(path) || /\.test\.|testing|test-setup/.test(path)) continue;
    const source = readFileSync(join(root, 'portal/src', path), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'((?:@[^/']+\/)?[^./'#@][^/']*)/g))
      names.add(name);
  }
  return names;
}
