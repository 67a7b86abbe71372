import type { CSSVariablesResolver } from '@mantine/core'

/** The library's own of these miss AA. */
const readableTextVariables = {
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-error': 'var(--neg)',
}

/** The library's quiet buttons, in the colours of the part they stand in. */
const subtleButtonVariables = {
  '--mantine-color-gray-light-color': 'var(--muted)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
}

/** Five meanings, surfaces and text, in both modes: every pair on canvas and surface has AA contrast. */
export const colourModeVariables = {
  light: {
    ...readableTextVariables,
    ...subtleButtonVariables,
    '--part': 'var(--surface)',
    '--canvas': '#f5f6f8',
    '--surface': '#ffffff',
    '--surface-2': '#f7f8f9',
    '--hover': '#eff2f4',
    '--line': '#e1e5e9',
    '--line-strong': '#87919c',
    '--text': '#1f252c',
    '--muted': '#5a6570',
    '--accent': '#116463',
    '--accent-soft': '#e0f2f1',
    '--pos': '#17693b',
    '--pos-soft': '#e3f4ea',
    '--att': '#845200',
    '--att-soft': '#fdf1d8',
    '--neg': '#b3252c',
    '--neg-soft': '#fdeaea',
    '--info': '#1a5aa8',
    '--info-soft': '#e6f0fb',
    '--muted-soft': '#eceff2',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1f252c',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': '#f7f8f9',
    '--mantine-color-default-color': '#1f252c',
    '--mantine-color-default-border': '#cfd5db',
  },
  dark: {
    ...readableTextVariables,
    ...subtleButtonVariables,
    '--part': 'var(--surface)',
    '--canvas': '#14181d',
    '--surface': '#1c2228',
    '--surface-2': '#212830',
    '--hover': '#272f37',
    '--line': '#2d353e',
    '--line-strong': '#6f7a86',
    '--text': '#e1e5ea',
    '--muted': '#9da7b2',
    '--accent': '#62c3bf',
    '--accent-soft': '#173a3b',
    '--pos': '#67ca8f',
    '--pos-soft': '#183425',
    '--att': '#e8b95c',
    '--att-soft': '#3a2e14',
    '--neg': '#ff918c',
    '--neg-soft': '#412123',
    '--info': '#82b8f6',
    '--info-soft': '#1a2f47',
    '--muted-soft': '#2a323a',
    '--mantine-color-body': '#1c2228',
    '--mantine-color-text': '#e1e5ea',
    '--mantine-color-default': '#262d34',
    '--mantine-color-default-hover': '#323a43',
    '--mantine-color-default-color': '#ffffff',
    '--mantine-color-default-border': '#434d57',
  },
} as const

/** The theme's variables of both colour modes, and the shadow that they share. */
export const resolveThemeVariables: CSSVariablesResolver = () => ({
  variables: { '--shadow': '0 1px 2px rgb(15 23 32 / 6%), 0 8px 24px rgb(15 23 32 / 10%)' },
  ...colourModeVariables,
})

/** On a ground of the brand's hue: white is the accent there. */
const brandBackgroundVariables = {
  ...colourModeVariables.dark,
  '--text': '#ffffff',
  '--muted': '#cfe6e4',
  '--accent': '#ffffff',
  '--pos': '#a5ecc3',
  '--att': '#ffdc94',
  '--neg': '#ffc4c1',
  '--info': '#bcdcff',
  '--mantine-color-text': '#ffffff',
}

/**
 * Themes of the menu, the rail and the bar beside `light`, which is the page's own: each says the meanings anew, so that
 * whatever stands in such a part is readable there. `--part` is the ground itself; AA on every stop of it.
 */
export const shellPartVariables = {
  dark: {
    ...colourModeVariables.dark,
    '--surface': '#11161b',
    '--surface-2': '#1a2128',
    '--hover': '#1d252d',
    '--line': '#252d35',
    '--muted-soft': '#222a32',
    '--mantine-color-body': '#11161b',
  },
  brand: {
    ...brandBackgroundVariables,
    '--surface': '#0d5050',
    '--surface-2': '#0a4545',
    '--hover': '#146060',
    '--line': '#1e6a69',
    '--line-strong': '#8cc4c1',
    '--accent-soft': '#1a6c6b',
    '--muted-soft': '#0a4343',
    '--mantine-color-body': '#0d5050',
    '--mantine-color-default': '#0a4545',
    '--mantine-color-default-hover': '#146060',
    '--mantine-color-default-border': '#2f7c7a',
    '--mantine-primary-color-filled': '#1a7876',
  },
  gradient: {
    ...brandBackgroundVariables,
    '--part': 'linear-gradient(165deg, #0f5d5c, #16475f 55%, #233a6b)',
    '--surface': '#16475f',
    '--surface-2': '#123d52',
    '--hover': 'rgb(255 255 255 / 9%)',
    '--line': 'rgb(255 255 255 / 16%)',
    '--line-strong': '#9ab8cc',
    '--accent-soft': 'rgb(255 255 255 / 15%)',
    '--muted-soft': 'rgb(0 0 0 / 22%)',
    '--mantine-color-body': '#16475f',
    '--mantine-color-default': '#123d52',
    '--mantine-color-default-hover': '#1b4f68',
    '--mantine-color-default-border': 'rgb(255 255 255 / 30%)',
    '--mantine-primary-color-filled': '#1a7876',
  },
} as const
