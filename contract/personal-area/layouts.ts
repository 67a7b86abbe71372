// Values of the layout options, apart from their schema: the page reads them before anything is parsed. The first of each is the default.

export const layoutModes = ['vertical', 'horizontal', 'detached', 'two-column'] as const
/** `auto` follows the system until the person chooses. */
export const layoutColors = ['auto', 'light', 'dark'] as const
export const layoutWidths = ['fluid', 'boxed'] as const
export const menuPositions = ['fixed', 'scrollable'] as const
export const sidebarThemes = ['light', 'dark', 'brand', 'gradient'] as const
export const sidebarTypes = ['default', 'condensed', 'compact', 'full', 'fullscreen'] as const
export const topbarThemes = ['light', 'dark', 'brand'] as const

/** All options of the layout, under the specification's names. */
export const layoutOptions = {
  layoutMode: layoutModes,
  layoutColor: layoutColors,
  layoutWidth: layoutWidths,
  menuPosition: menuPositions,
  leftSideBarTheme: sidebarThemes,
  leftSideBarType: sidebarTypes,
  showSidebarUserInfo: [false, true],
  showTwoToneIcons: [false, true],
  topbarTheme: topbarThemes,
  twoColumnTheme: sidebarThemes,
} as const
