import { createTheme, mergeThemeOverrides } from '@mantine/core'
import { foundation } from './palette.ts'

/**
 * How components differ from the library's own defaults, once for all screens. By name, not by `Component.extend`, which
 * would bring every one of them into the sign-in page.
 */
export const theme = mergeThemeOverrides(
  foundation,
  createTheme({
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      // Held still by a style sheet of ours: the library would write a style element, which the page's policy forbids.
      Modal: {
        defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120, transition: 'fade' } },
      },
      Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } },
      // A header element would be a second banner of the page.
      ModalHeader: { defaultProps: { component: 'div' } },
      DrawerHeader: { defaultProps: { component: 'div' } },
      Popover: { defaultProps: { transitionProps: { duration: 100 } } },
      Combobox: { defaultProps: { transitionProps: { duration: 100 } } },
    },
  }),
)
