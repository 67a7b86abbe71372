import { describe, expect, it } from 'vitest'
import type { ContactRow } from '#contract/contacts.ts'
import { isMoveSettled, listColumnCards } from './use-board-moves.ts'

const buildRow = (id: string, stage: ContactRow['stage'], version = 1) => ({ id, stage, version }) as ContactRow

describe('the columns of the board while cards move', () => {
  const moved = buildRow('1', 'new')
  const moves = new Map([['1', { row: moved, to: 'r1' as const, isByKey: false }]])

  it('shows a moved card in its new column at once, before the others', () => {
    const cards = listColumnCards('r1', [buildRow('2', 'r1')], moves)
    expect(cards.map(({ id, stage }) => [id, stage])).toEqual([
      ['1', 'r1'],
      ['2', 'r1'],
    ])
  })

  it('takes a moved card out of its old column at once', () => {
    expect(listColumnCards('new', [moved, buildRow('3', 'new')], moves).map(({ id }) => id)).toEqual(['3'])
  })

  it('shows a card once when the server has moved it too', () => {
    expect(listColumnCards('r1', [buildRow('1', 'r1', 2)], moves)).toHaveLength(1)
  })

  it('takes only an answer of after the move for settled', () => {
    const back = { row: buildRow('1', 'r1', 2), to: 'new' as const, isByKey: false }
    expect(isMoveSettled(back, buildRow('1', 'new', 1))).toBe(false)
    expect(isMoveSettled(back, buildRow('1', 'new', 3))).toBe(true)
  })
})
