import { expect } from 'vitest'
import type { Layout } from '#contract/personal-area/preferences.ts'

export const windowHeight = 900
const sidebarWidths = { default: 240, condensed: 80, compact: 175, full: 0, fullscreen: 0 }
/** Where the parts of the shell are to stand around a list, in pixels. */
export const calculateExpectedLayout = ({
  layoutMode: mode,
  leftSideBarType: type,
  layoutWidth,
  menuPosition,
  width,
}: Layout & { width: number }) => {
  const narrow = width < 1140
  const wide = (here: boolean): boolean => here && !narrow
  const own = wide(mode === 'horizontal' || mode === 'two-column')
  const isPhone = width <= 640
  const isPageAsTallAsMenu = !own && !narrow && menuPosition === 'scrollable'
  const menu = own || narrow ? 0 : sidebarWidths[type]
  const room = mode === 'detached' && menu ? menu + 24 : menu
  return {
    menu,
    twoColumns: wide(mode === 'two-column') ? [70, 220] : null,
    horizontal: wide(mode === 'horizontal') ? 55 : 0,
    bar: 70,
    // Under a list it is one line at the foot of the window. A phone has the page scroll.
    footer: isPhone
      ? { height: 60, bottom: expect.any(Number) }
      : { height: 28, bottom: isPageAsTallAsMenu ? expect.any(Number) : windowHeight },
    besideMenu: wide(mode === 'two-column') ? 290 : room,
    frame: layoutWidth === 'boxed' ? Math.min(1300, width) : width,
  }
}
