import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'

/** A page's place in its list: where to start, how many, and whether it is nearer to the end, to be read backwards from there. */
export type PageWindow = { offset: number; limit: number; backwards: boolean }

/**
 * Far pages are read from the nearer end, when the caller knows the total. Nothing past the end: limit 0. The first page needs no total, and a
 * list that was empty when it was counted may have rows by now.
 */
export const toPageWindow = ({ page, pageSize, knownTotal }: ListPaging): PageWindow => {
  const start = (page - 1) * pageSize
  if (knownTotal === undefined || start === 0 || start < knownTotal / 2)
    return { offset: start, limit: pageSize, backwards: false }
  const limit = Math.max(0, Math.min(pageSize, knownTotal - start))
  return { offset: Math.max(0, knownTotal - start - limit), limit, backwards: true }
}

const oppositeDirections = { asc: 'desc', desc: 'asc' } as const

/** `order by` of a sort, ended by the unique key so that no row can stand on two pages. */
export const buildOrderBy = (
  sorting: ListSorting,
  columns: Record<string, string>,
  key: string,
  backwards = false,
): RawBuilder<unknown> => {
  const column = columns[sorting.sort]
  if (!column) throw new Error(`no column is written for the sort ${sorting.sort}`)
  const direction = sql.raw(backwards ? oppositeDirections[sorting.direction] : sorting.direction)
  return sql`${sql.ref(column)} ${direction}, ${sql.ref(key)} ${direction}`
}

/** The rows of one page of a list, in its order; sent otherwise than as it is where `send` does. */
export const fetchPage = async <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  paging: ListPaging,
  columns: Record<string, string>,
  key: string,
  send?: (page: CompiledQuery<O>) => Promise<O[]>,
): Promise<O[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const page = rows
    .orderBy(buildOrderBy(paging, columns, key, backwards))
    .limit(limit)
    .offset(offset)
  const found = send ? await send(page.compile() as CompiledQuery<O>) : await page.execute()
  return backwards ? found.reverse() : found
}
