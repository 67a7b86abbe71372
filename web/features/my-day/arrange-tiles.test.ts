import { expect, test } from 'vitest'
import { arrangeTiles } from './arrange-tiles.ts'

const arrange = (rows: readonly number[], columns: number) =>
  arrangeTiles(
    rows.map((count, at) => ({ key: `tile${at}`, rows: count })),
    columns,
  ).map((column) => column.map(({ key }) => Number(key.slice(4))))

test('a single column keeps the order of the tiles', () => {
  expect(arrange([6, 0, 2, 1], 1)).toEqual([[0, 1, 2, 3]])
})

test('the first tiles stand on top, and the next goes under the shortest', () => {
  expect(arrange([0, 6, 2, 1], 2)).toEqual([[0, 2, 3], [1]])
  expect(arrange([0, 0, 0], 3)).toEqual([[0], [1], [2]])
  expect(arrange([], 2)).toEqual([[], []])
})
