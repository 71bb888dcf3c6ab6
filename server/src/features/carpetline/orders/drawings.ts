import { mostDrawingBytes } from '#contract/carpetline/line.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOfDataUrl, sentName } from '#server/platform/files/sent-files.ts';
import { sniff } from '#server/platform/files/sniff.ts';
import { type Drawing, findDrawing } from './lines.repository.ts';
import { findOwn } from './sent-drawings.repository.ts';

type Sent = { readonly name: string; readonly content: string } | { readonly id: string };

/** The type of a drawing by its content: PDF, JPEG, PNG or DXF; null for anything else. */
export function drawingType(bytes: Uint8Array): string | null {
  const type = sniff(bytes);
  if (type === 'pdf') return 'application/pdf';
  if (type === 'jpeg' || type === 'png') return `image/${type}`;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  // ASCII: comments (999) or at once a section; binary: its own mark (Autodesk, DXF reference).
  const isDxf = head.startsWith('AutoCAD Binary DXF\r\n') || /^\s*(?:999\r?\n[^\r\n]*\r?\n\s*)*0\r?\nSECTION\r?\n/.test(head);
  return isDxf ? 'image/vnd.dxf' : null;
}

/**
 * A sent drawing among the files, or what is wrong with it. One that came up before must be the caller's own, one that is
 * named by the line it is on in reach.
 */
export async function takeDrawing(ctx: Context, reader: Scope, sent: Sent): Promise<Drawing | FieldCode> {
  if ('id' in sent) return (await findOwn(ctx, sent.id)) ?? (await findDrawing(ctx.db, reader, sent.id)) ?? 'drawing-gone';
  const bytes = bytesOfDataUrl(sent.content);
  const name = sentName(sent.name);
  return bytes === undefined || name === '' ? 'invalid' : storeDrawing(ctx, { name, bytes });
}

/** Puts a drawing among the files, or says what is wrong with it. */
export async function storeDrawing(ctx: Context, { name, bytes }: { readonly name: string; readonly bytes: Buffer }): Promise<Drawing | FieldCode> {
  if (bytes.byteLength === 0 || name === '') return 'invalid';
  if (bytes.byteLength > mostDrawingBytes) return 'file-too-large';
  const mime = drawingType(bytes);
  if (mime === null) return 'not-a-drawing';
  return { name, mime, bytes: bytes.byteLength, sha256: await ctx.files.put(bytes) };
}
