/** A place along the bottom: its distance from the first one, in any unit, and its words. */
export type ChartPoint = { position: number; label: string }

export type ChartSeries = {
  /** Unique in its chart. */
  key: string
  name: string
  /** Its place in the palette: the same thing has the same colour on every screen. */
  color: number
  /** A decimal for each point; null where it has none. */
  values: readonly (string | null)[]
}

export type ChartData = {
  /** The heading of the points in the table: 'Año'. */
  pointHeading: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** How a value is written. */
  format: (value: string) => string
}
