import { useCallback, useMemo, useState } from 'react'
import type { ContactStage } from '#contract/contacts/stages.ts'
import type { ContactRow } from '#contract/contacts.ts'

/** The card as it was before the move, and whether it was moved by a key: the focus goes with it. */
type PendingMove = { row: ContactRow; to: ContactStage; isByKey: boolean }
type PendingMoves = ReadonlyMap<string, PendingMove>

/**
 * Cards that were moved while the answers of the server don't show it yet: the board shows them in their new column at once, and where they were
 * if it is refused.
 */
export const useBoardMoves = () => {
  const [moves, setMoves] = useState<PendingMoves>(new Map())
  const drop = useCallback((id: string): void => {
    setMoves((now) => {
      if (!now.has(id)) return now
      const next = new Map(now)
      next.delete(id)
      return next
    })
  }, [])
  const start = useCallback((id: string, move: PendingMove): void => {
    setMoves((now) => new Map(now).set(id, move))
  }, [])
  return useMemo(() => ({ moves, start, drop }), [moves, start, drop])
}
export type BoardMoves = ReturnType<typeof useBoardMoves>

/** The server's answer is of after the move. */
export const isMoveSettled = ({ row, to }: PendingMove, loaded: ContactRow): boolean =>
  loaded.stage === to && loaded.version > row.version

/** The cards of a column: those of the server without the ones that leave it, after the ones that come. */
export const listColumnCards = (
  stage: ContactStage,
  loaded: readonly ContactRow[],
  moves: PendingMoves,
): ContactRow[] => {
  const coming = [...moves.values()]
    .filter(({ to, row }) => to === stage && !loaded.some(({ id }) => id === row.id))
    .map(({ row }) => ({ ...row, stage }))
  const staying = loaded.filter(({ id }) => (moves.get(id)?.to ?? stage) === stage)
  return [...coming, ...staying]
}
