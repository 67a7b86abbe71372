/** The parts of a tile, in pixels: its head with the space around it, and a row with its line. */
const frameHeight = 92
const rowHeight = 64
const actionHeight = 26

/** A tile as far as its height follows from it. */
export type TileShape = { key: string; rows: number }

const estimateHeight = ({ key, rows }: TileShape): number =>
  frameHeight + rows * (rowHeight + (key === 'maturities' || key === 'blocked' ? actionHeight : 0))

/** Each tile goes under the shortest column so far, the first of equal ones: the most urgent stay on top, and no short one leaves a hole. */
export const arrangeTiles = <T extends TileShape>(tiles: readonly T[], columnCount: number): T[][] => {
  const columns = Array.from({ length: columnCount }, () => ({ tiles: [] as T[], height: 0 }))
  for (const tile of tiles) {
    const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best))
    shortest.tiles.push(tile)
    shortest.height += estimateHeight(tile)
  }
  return columns.map((column) => column.tiles)
}
