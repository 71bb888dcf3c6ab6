export { bytesOfDataUrl, sentName as attachmentName } from '#server/platform/files/sent-files.ts';
