// Values of the layout options, apart from their schema: the page reads them before anything is parsed. The first of each is the default.

export const layoutModes = ['vertical', 'horizontal', 'detached', 'two-column'] as const
/** `auto` follows the system until the person chooses. */
export const layoutColors = ['auto', 'light', 'dark'] as const
export const layoutWidths = ['fluid', 'boxed'] as const
export const menuPositions = ['fixed', 'scrollable'] as const
export const sidebarThemes = ['light', 'dark', 'brand', 'gradient'] as const
export const sidebarTypes = ['default', 'condensed', 'compact', 'full', 'fullscreen'] as const
export const topbarThemes = ['light', 'dark', 'brand'] as const
