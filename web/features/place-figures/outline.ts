/** A part of a country as it is drawn. */
export type OutlineShape = {
  /** As the server names it: 'ES-28'. */
  place: string
  /** What an SVG path is drawn by. */
  path: string
}

/** A country as it is drawn, in the units of its size. */
export type CountryOutline = {
  shapes: readonly OutlineShape[]
  /** Frames around what is drawn elsewhere than it lies. */
  insets: readonly { x: number; y: number; width: number; height: number }[]
}
