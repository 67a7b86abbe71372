import type { MappedCountry } from '#rules/places.ts'

export type MapSize = { width: number; height: number }

/** How large each country is drawn, in the drawing's own units: known before the drawing is there, so that its place is kept. */
export const mapSizes: Readonly<Record<MappedCountry, MapSize>> = {
  ES: { width: 730, height: 560 },
  PT: { width: 1300, height: 1659.6 },
  MX: { width: 793, height: 498 },
}

/** The whole drawing, from its upper left corner. */
export const buildViewBox = ({ width, height }: MapSize): string => `0 0 ${width} ${height}`
