import type { MantineThemeOverride } from '@mantine/core';

// Plain objects and no `Button.extend(…)`: importing the parts here would put all of them in the first load.

// Heights of controls: 34, small 28; phone, login and coarse pointers get 44 from kit/styles/base.css.
const buttonSizes: Readonly<Record<string, readonly [height: string, padding: string]>> = {
  xs: ['28px', '10px'],
  sm: ['34px', '14px'],
  md: ['40px', '18px'],
  lg: ['44px', '20px'],
};

const inputSizes: Readonly<Record<string, string>> = { xs: '28px', sm: '34px', md: '40px', lg: '44px' };

function sizeOf(props: Readonly<Record<string, unknown>>): string {
  return typeof props['size'] === 'string' ? props['size'] : 'sm';
}

/** Default props and sizes of Mantine's parts, so that screens set layout only. */
export const themeComponents: NonNullable<MantineThemeOverride['components']> = {
  Button: {
    defaultProps: { size: 'sm', variant: 'default', loaderProps: { size: 14 } },
    vars: (_: unknown, props: Readonly<Record<string, unknown>>) => {
      const size = buttonSizes[sizeOf(props)];
      return { root: size ? { '--button-height': size[0], '--button-padding-x': size[1] } : {} };
    },
  },
  ActionIcon: {
    defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
  },
  CloseButton: { defaultProps: { iconSize: 16 } },
  Input: {
    defaultProps: { size: 'sm' },
    vars: (_: unknown, props: Readonly<Record<string, unknown>>) => {
      const height = inputSizes[sizeOf(props)];
      return { wrapper: height ? { '--input-height': height } : {} };
    },
  },
  InputWrapper: {
    defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'error', 'description'] },
  },
  Select: { defaultProps: { checkIconPosition: 'right', maxDropdownHeight: 320 } },
  MultiSelect: { defaultProps: { checkIconPosition: 'right', maxDropdownHeight: 320 } },
  Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
  Switch: { defaultProps: { size: 'sm' } },
  Tabs: { defaultProps: { keepMounted: false } },
  Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.46 } } },
  Menu: { defaultProps: { radius: 10, shadow: 'md', position: 'bottom-end', offset: 4 } },
  Popover: { defaultProps: { radius: 10, shadow: 'md' } },
  Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 120 } } },
  Stepper: { defaultProps: { size: 'xs' } },
  Skeleton: { defaultProps: { radius: 4 } },
};
