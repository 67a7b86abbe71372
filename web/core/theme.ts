import { Button, createTheme, Input, Modal, mergeThemeOverrides, PasswordInput } from '@mantine/core'
import { foundation } from './palette.ts'

/** How components differ from the library's own defaults, once for all screens. */
export const theme = mergeThemeOverrides(
  foundation,
  createTheme({
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      Button: Button.extend({ defaultProps: { size: 'sm' } }),
      Input: Input.extend({ defaultProps: { size: 'sm' } }),
      InputWrapper: Input.Wrapper.extend({ defaultProps: { size: 'sm' } }),
      PasswordInput: PasswordInput.extend({ defaultProps: { size: 'sm' } }),
      // The page is held still by a style sheet of ours: the library would write a style element, which the policy forbids.
      Modal: Modal.extend({
        defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120, transition: 'fade' } },
      }),
      Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } },
      Popover: { defaultProps: { transitionProps: { duration: 100 } } },
      Menu: { defaultProps: { transitionProps: { duration: 100 }, loop: true } },
      Tooltip: { defaultProps: { transitionProps: { duration: 100 }, openDelay: 300 } },
      Combobox: { defaultProps: { transitionProps: { duration: 100 } } },
    },
  }),
)
