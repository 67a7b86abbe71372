import { type BankEntryDetail, returnReceipt } from '#contract/bank.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'

/** Has the money sent back, with a reason. */
export default function ReturnReceiptDialog({ entry, onClose }: { entry: BankEntryDetail; onClose: () => void }) {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return (
    <ReasonDialog
      title={t('back.title', { amount: format.money(entry.amount, { euros: true }) })}
      text={t('back.lead')}
      action={t('back.submit')}
      label={t('fields.reason')}
      // Whatever came of it, the page shows how it stands now.
      onSend={(reason) =>
        callEndpoint(returnReceipt, { params: { entryId: entry.id }, body: { reason } }, { refreshOnRefusal: true })
      }
      onClose={onClose}
    />
  )
}
