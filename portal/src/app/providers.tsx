import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { cssVariablesResolver, themeFor } from '#portal/kit/theme.ts';
import { VariantContext } from './use-variant.ts';
import type { Variant } from './variants.ts';

interface ProvidersProps {
  readonly variant: Variant;
  readonly texts: i18n;
  /** Lets the kit's style elements through the content security policy. */
  readonly styleNonce: string;
  readonly children: ReactNode;
}

/** What every page needs, signed in or not: looks, brand and language. */
export function Providers({ variant, texts, styleNonce, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={themeFor(variant.name)}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <I18nextProvider i18n={texts}>
        <VariantContext value={variant}>{children}</VariantContext>
      </I18nextProvider>
    </MantineProvider>
  );
}
