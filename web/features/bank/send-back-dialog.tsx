import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EntryDetail, returnReceipt } from '#contract/bank.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'

/** Has the money sent back, with a reason. */
export default function SendBackDialog({ entry, onClose }: { entry: EntryDetail; onClose: () => void }) {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const client = useQueryClient()
  return (
    <ReasonDialog
      title={t('back.title', { amount: format.money(entry.amount, { euros: true }) })}
      text={t('back.lead')}
      action={t('back.submit')}
      label={t('fields.reason')}
      // Whatever came of it, the page shows how it stands now.
      onSend={(reason) =>
        call(returnReceipt, { params: { entryId: entry.id }, body: { reason } }).finally(() =>
          client.invalidateQueries(),
        )
      }
      onClose={onClose}
    />
  )
}
