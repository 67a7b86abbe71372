import {
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  mergeThemeOverrides,
} from '@mantine/core'
import { baseTheme } from './palette.ts'

/**
 * How components differ from the library's own defaults, once for all screens. By name, not by `Component.extend`, which
 * would bring every one of them into the sign-in page.
 */
export const theme = mergeThemeOverrides(
  baseTheme,
  createTheme({
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      // Help stands under the field everywhere, so that fields beside each other stay in line.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // Held still by a style sheet of ours: the library would write a style element, which the page's policy forbids.
      Modal: {
        defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120, transition: 'fade' } },
      },
      Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } },
      // A header element would be a second banner of the page.
      ModalHeader: { defaultProps: { component: 'div' } },
      DrawerHeader: { defaultProps: { component: 'div' } },
      // A menu holds its items only: the focus goes to the first of them, not to an empty box before it, which is no child of a menu.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Popover: { defaultProps: { transitionProps: { duration: 100 } } },
      // The list of options scrolls itself (page.css): a box around it would be one more stop, which the keyboard can't reach.
      Select: { defaultProps: { withScrollArea: false } },
      MultiSelect: { defaultProps: { withScrollArea: false } },
      Combobox: { defaultProps: { transitionProps: { duration: 100 } } },
    },
  }),
)

/**
 * Light and dark are an attribute of <html> that first-paint.js and layout.ts set. The library takes it as it finds it and is
 * told of no change, which would draw every component anew.
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (otherwise) => (document.documentElement.dataset.mantineColorScheme as MantineColorScheme) ?? otherwise,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
