import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BucketPlace } from './bucket-place.ts';
import { type Files, filesInFolder } from './files.ts';
import { type MovingFiles, movingFiles } from './moving-files.ts';

/** A folder of the data folder, or a bucket. */
export type FilesPlace = 'folder' | BucketPlace;

/** Where files are stored, and where they still are while they move. Plain data: it travels to the worker. */
export interface FilesPlaces {
  readonly to: FilesPlace;
  readonly from?: FilesPlace;
}

/**
 * Opens the files of a data folder. Where they are to be in a bucket and the folder has some, they move by themselves
 * (see `moveFilesJob`).
 */
export async function openFiles(
  dataFolder: string,
  places: FilesPlaces = { to: 'folder' },
): Promise<Files & Partial<Pick<MovingFiles, 'move'>>> {
  const folder = join(dataFolder, 'files');
  const to = await openPlace(dataFolder, places.to);
  const from = places.from ?? (places.to !== 'folder' && existsSync(folder) ? 'folder' : undefined);
  return from === undefined ? to : movingFiles({ to, from: await openPlace(dataFolder, from) });
}

async function openPlace(dataFolder: string, place: FilesPlace): Promise<Files> {
  if (place === 'folder') return filesInFolder(join(dataFolder, 'files'));
  // Only those who use it load the client.
  const { filesInBucket } = await import('./files-in-bucket.ts');
  return filesInBucket(place, join(dataFolder, 'spool'));
}
