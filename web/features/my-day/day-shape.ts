import { type DayTileKey, dayTilesByRole } from '#contract/my-day.ts'
import type { Role } from '#contract/permissions.ts'
import { readStored, writeStored } from '#web/core/local-storage.ts'

/** A tile as it was drawn last: how many rows it had, and its height in pixels. No name and no amount of them. */
export type DrawnTile = { key: DayTileKey; rows: number; height: number }

/** The page as it was drawn last: how tall the list and the week were (0: not there), and the tiles. */
type DayShape = { list: number; week: number; tiles: readonly DrawnTile[] }

/** What nobody has seen yet. A list of a whole window moves nothing of what is below it. */
const unseenTile = { rows: 2, height: 220 }
const unseenPart = { list: 900, week: 280 }

/** What to expect: what this person saw last in this browser, else the tiles of the role. */
export const getExpectedDayShape = (username: string, role: Role): DayShape => {
  const kept = readStored('dayShape')
  return kept?.username === username && kept.role === role && Array.isArray(kept.tiles) && typeof kept.list === 'number'
    ? kept
    : { ...unseenPart, tiles: dayTilesByRole[role].map((key) => ({ key, ...unseenTile })) }
}

export const storeDayShape = (username: string, role: Role, shape: DayShape): void =>
  writeStored('dayShape', { username, role, ...shape })
