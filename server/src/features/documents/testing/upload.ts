export { upload, type UploadPart } from '#server/platform/testing/upload.ts';
