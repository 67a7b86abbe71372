import { type DayTileKey, dayTilesByRole } from '#contract/my-day.ts'
import type { Role } from '#contract/permissions.ts'
import { readStored, writeStored } from '#web/core/local-storage.ts'

/** A tile as it was drawn last: how many rows it had, and its height in pixels. No name and no amount of them. */
export type DrawnTile = { key: DayTileKey; rows: number; height: number }

/** A tile that nobody has seen yet. */
const unseenTile = { rows: 2, height: 220 }

/** The tiles to expect: those that this person saw last in this browser, else those of the role. */
export const getExpectedTiles = (username: string, role: Role): readonly DrawnTile[] => {
  const kept = readStored('dayShape')
  return kept?.username === username && kept.role === role && Array.isArray(kept.tiles)
    ? kept.tiles
    : dayTilesByRole[role].map((key) => ({ key, ...unseenTile }))
}

export const rememberTiles = (username: string, role: Role, tiles: readonly DrawnTile[]): void =>
  writeStored('dayShape', { username, role, tiles })
