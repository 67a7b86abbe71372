import { useState } from 'react'
import { assignReceipt, type BankEntryDetail, findReceiptAccounts } from '#contract/bank.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { entry: BankEntryDetail; onDone: (message: string) => void; onClose: () => void }

/** Finds the account that the money belongs to. However often it is sent while it is open, it is assigned once. */
export default function AssignReceiptDialog({ entry, onDone, onClose }: Props) {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const withIdempotencyKey = useIdempotencyKey()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(findReceiptAccounts, { query: { q } }),
  )
  const sending = useSubmitForm<{ accountId: string }>({
    defaults: { accountId: '' },
    submit: async ({ accountId }) => {
      const params = { entryId: entry.id }
      const { state } = await callEndpoint(assignReceipt, { params, body: { accountId } }, withIdempotencyKey())
      const number = (found?.rows ?? []).find((one) => one.accountId === accountId)?.number
      onDone(state === 'pending' ? t('assign.asked') : t('assign.done', { number }))
      onClose()
    },
  })
  const { form } = sending
  const amount = format.money(entry.amount, { euros: true })
  const wrong = form.formState.errors.accountId
  return (
    <Dialog title={t('assign.title', { amount })} description={t('assign.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('assign.title', { amount })}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('assign.submit')} onCancel={onClose} />}
      >
        <SearchSelect
          data-autofocus
          label={t('assign.find')}
          placeholder={t('assign.findHint')}
          error={wrong && t('assign.choose')}
          onSearch={setTyped}
          answered={answered}
          value={form.watch('accountId')}
          onChange={(accountId) => form.setValue('accountId', accountId, { shouldValidate: true })}
          data={(found?.rows ?? []).map(({ accountId, number, clientName, missing }) => ({
            value: accountId,
            label: [
              number,
              clientName,
              ...(missing ? [t('assign.missing', { amount: format.money(missing, { euros: true }) })] : []),
            ].join(' · '),
          }))}
          nothingFoundMessage={isLongEnough ? t('assign.nothing') : undefined}
        />
        <input type="hidden" {...form.register('accountId', { required: 'required' })} />
      </Form>
    </Dialog>
  )
}
