import {
  type DashboardBlock,
  type DashboardSection,
  type DashboardTile,
  dashboardTiles,
} from '#contract/figures/dashboard-blocks.ts'

/** What stands beside each other, or takes the width. */
export type DashboardGroup = { tiles: DashboardTile[] } | { section: DashboardSection }

const isTile = (block: DashboardBlock): block is DashboardTile => dashboardTiles.some((tile) => tile === block)

/** Tiles that follow one another share a grid. */
export const groupBlocks = (blocks: readonly DashboardBlock[]): DashboardGroup[] => {
  const groups: DashboardGroup[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (!isTile(block)) groups.push({ section: block })
    else if (last && 'tiles' in last) last.tiles.push(block)
    else groups.push({ tiles: [block] })
  }
  return groups
}

/** Takes a block away, or puts it at the end. */
export const toggleBlock = (shown: readonly DashboardBlock[], block: DashboardBlock): DashboardBlock[] =>
  shown.includes(block) ? shown.filter((one) => one !== block) : [...shown, block]

/** One place towards the start or the end; at either it stays. */
export const moveBlock = (shown: readonly DashboardBlock[], block: DashboardBlock, by: -1 | 1): DashboardBlock[] => {
  const from = shown.indexOf(block)
  const to = from + by
  if (from < 0 || to < 0 || to >= shown.length) return [...shown]
  return shown.toSpliced(from, 1).toSpliced(to, 0, block)
}
