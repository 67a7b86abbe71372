import type { PositionDialogAction, PositionRecord } from './position-record.ts'

export type PositionAction = PositionDialogAction | 'reopen'

/** What may be done with a position, the most frequent first. */
export const listPositionActions = (
  { closedOn }: Pick<PositionRecord, 'closedOn'>,
  mayEdit: boolean,
): PositionAction[] => {
  if (!mayEdit) return ['history']
  return closedOn === null ? ['value', 'history', 'edit', 'close'] : ['history', 'reopen', 'edit']
}
