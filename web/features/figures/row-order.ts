import { type FigureKey, outflowParts } from '#contract/figures/keys.ts'
import { listFigureRows } from '#contract/figures.ts'

const outgoingParts: ReadonlySet<string> = new Set([...outflowParts, 'withholding', 'penalty', 'fee'])

/** Amounts of what goes out are below zero: the largest comes first by the least. */
const largestOutFirst: typeof listFigureRows = { ...listFigureRows, first: { sort: 'amount', direction: 'asc' } }

/** The rows of a figure, of some of its parts where these are chosen ('withdrawal,fee'), with the largest first unless somebody chose another order. */
export const chooseRowList = (figure: FigureKey, chosenParts: string | null): typeof listFigureRows => {
  const parts = chosenParts?.split(',').filter(Boolean) ?? []
  const isOutgoing =
    figure === 'captationOut' ||
    figure === 'outflows' ||
    (figure === 'flows' && parts.length > 0 && parts.every((part) => outgoingParts.has(part)))
  return isOutgoing ? largestOutFirst : listFigureRows
}
