import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one hue of action and selection: deep teal. */
const brand: MantineColorsTuple = [
  '#ebf8f7',
  '#d3efed',
  '#a8dfdb',
  '#78cac6',
  '#4bafac',
  '#2b9391',
  '#1a7876',
  '#116463',
  '#0d5050',
  '#0a3c3d',
]
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e4e7eb',
  '#d5dae0',
  '#bcc3cc',
  '#8f99a5',
  '#66717e',
  '#4c5661',
  '#343c45',
  '#1f252c',
]
const dark: MantineColorsTuple = [
  '#e1e5ea',
  '#b9c1ca',
  '#9aa4af',
  '#707b87',
  '#434d57',
  '#323a43',
  '#262d34',
  '#1c2228',
  '#151a1f',
  '#0e1216',
]

/** Colours, type and measures, without components: the build makes the static style variables from it. */
export const foundation = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, gray, dark },
  white: '#ffffff',
  black: '#1f252c',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
})

/** The library's own of these miss AA. */
const readable = {
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-error': 'var(--neg)',
}

/** Five meanings, surfaces and text, in both modes: every pair on canvas and surface has AA contrast. */
export const meanings: CSSVariablesResolver = () => ({
  variables: { '--shadow': '0 1px 2px rgb(15 23 32 / 6%), 0 8px 24px rgb(15 23 32 / 10%)' },
  light: {
    ...readable,
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
    '--mantine-color-default-border': '#cfd5db',
  },
  dark: {
    ...readable,
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
    '--mantine-color-default-border': '#434d57',
  },
})
