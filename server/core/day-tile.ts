import type { DayRow } from '#contract/my-day.ts'

/** A row as its feature knows it; what it leaves out is null. */
export type DayTileRow = Pick<DayRow, 'id' | 'path' | 'title'> & Partial<Omit<DayRow, 'id' | 'path' | 'title'>>

/** As many rows as a tile shows. */
export const maxDayRows = 6
