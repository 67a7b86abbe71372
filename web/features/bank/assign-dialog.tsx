import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assignReceipt, type EntryDetail, findTargets } from '#contract/bank.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'

type Props = { entry: EntryDetail; onDone: (told: string) => void; onClose: () => void }

/** Finds the account that the money belongs to. However often it is sent while it is open, it is assigned once. */
export default function AssignDialog({ entry, onDone, onClose }: Props) {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const client = useQueryClient()
  const wish = useWish()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    ...read(findTargets, { query: { q: asked } }),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
  })
  const sending = useSending<{ accountId: string }>({
    defaults: { accountId: '' },
    send: async ({ accountId }) => {
      const params = { entryId: entry.id }
      const { state } = await call(assignReceipt, { params, body: { accountId } }, wish())
      const number = (data?.rows ?? []).find((one) => one.accountId === accountId)?.number
      onDone(state === 'pending' ? t('assign.asked') : t('assign.done', { number }))
      await client.invalidateQueries()
      onClose()
    },
  })
  const { form } = sending
  const amount = format.money(entry.amount, { euros: true })
  const wrong = form.formState.errors.accountId
  return (
    <Dialog title={t('assign.title', { amount })} lead={t('assign.lead')} onClose={onClose}>
      <Form
        sending={sending}
        label={t('assign.title', { amount })}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('assign.submit')} onCancel={onClose} />}
      >
        <Select
          data-autofocus
          label={t('assign.find')}
          placeholder={t('assign.findHint')}
          error={wrong && t('assign.choose')}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          value={form.watch('accountId') || null}
          onChange={(accountId) => form.setValue('accountId', accountId ?? '', { shouldValidate: true })}
          data={(data?.rows ?? []).map(({ accountId, number, clientName, missing }) => ({
            value: accountId,
            label: [
              number,
              clientName,
              ...(missing ? [t('assign.missing', { amount: format.money(missing, { euros: true }) })] : []),
            ].join(' · '),
          }))}
          filter={({ options }) => options}
          nothingFoundMessage={asked.length > 1 ? t('assign.nothing') : undefined}
        />
        <input type="hidden" {...form.register('accountId', { required: 'required' })} />
      </Form>
    </Dialog>
  )
}
