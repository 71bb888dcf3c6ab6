import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';

/** Whether a text names a property. */
export const isProperty = (text: string | undefined): text is DocumentProperty =>
  text !== undefined && documentProperty.safeParse(text).success;
