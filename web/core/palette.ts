import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one hue of action and selection: deep teal. */
const brandColours: MantineColorsTuple = [
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
/** The red of what cannot be taken back. The library's own is too light for white words on it. */
const redColours: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff918c',
  '#f0656a',
  '#c8323a',
  '#b3252c',
  '#981c22',
  '#7d151a',
]
const grayColours: MantineColorsTuple = [
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
const darkColours: MantineColorsTuple = [
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
export const baseTheme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand: brandColours, red: redColours, gray: grayColours, dark: darkColours },
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
