import type { TestProject } from 'vitest/node';
import { provideFolder } from './demo.ts';

/** Vitest's global setup where files follow each other and few need a filled product: the first of them fills it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return (await provideFolder(project)).remove;
}
