import type { ExternalPositionDetail, ExternalPositionRow } from '#contract/external-positions.ts'
import type { ResultMessageState } from '#web/ui/use-result-message.ts'

/** Of a position, what its actions need: rows of the list and of the client's page have it. */
export type PositionRecord = Pick<
  ExternalPositionRow,
  'id' | 'clientId' | 'institution' | 'productName' | 'closedOn' | 'closingReason' | 'version'
>

/** What a position is called: its institution and its product, or the institution alone. */
export const getPositionName = ({ institution, productName }: Pick<PositionRecord, 'institution' | 'productName'>) =>
  [institution, productName].filter(Boolean).join(' · ')

/** Without its sign: what is owed is typed and kept as an amount. */
export const toUnsignedAmount = (amount: string): string => amount.replace('-', '')

/** What is done with a position in a dialog. */
export type PositionDialogAction = 'value' | 'edit' | 'close' | 'history'

export type PositionFormProps = {
  position: ExternalPositionDetail
  title: string
  onDone: (message: ResultMessageState) => void
  onClose: () => void
}
