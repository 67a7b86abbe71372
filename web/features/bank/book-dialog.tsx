import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { bookBankEntry } from '#contract/accounting/entries.ts'
import { listLedgerAccounts } from '#contract/accounting/ledger-accounts.ts'
import type { Proposed } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { addedLedgerName } from '#web/domain/ledger-name.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Notice } from '#web/ui/message.tsx'
import classes from './bank.module.css'

/** A line of the bank that can be booked, as both of its places know it. */
export type Bookable = { id: string; amount: string; text: string }

type Props = { line: Bookable; onDone: (proposed: Proposed) => void; onClose: () => void }

/** Asks a second person to book a line of the bank onto an account that the firm has added. Mounted while it asks. */
export default function BookDialog({ line, onDone, onClose }: Props) {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const wish = useWish()
  const maySeeSettings = useCan('bt_Ajustes', 'view')
  const { data, error, refetch } = useQuery(read(listLedgerAccounts, {}))
  const accounts = data?.accounts.filter(({ retiredAt }) => retiredAt === null) ?? []
  const sending = useSending<{ ledger: string; description: string }>({
    defaults: { ledger: '', description: line.text.slice(0, 140) },
    send: async (body) => {
      const proposed = await call(bookBankEntry, { params: { entryId: line.id }, body }, wish())
      await client.invalidateQueries()
      onDone(proposed)
      onClose()
    },
  })
  const { register, formState } = sending.form
  // The focus goes to the first field when the dialog opens: it opens with its fields.
  if (!data && !error) return null
  const title = t('book.title', { amount: format.money(line.amount.replace('-', ''), { euros: true }) })
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && accounts.length === 0 && (
        <Notice>
          {t('book.none')} {maySeeSettings && <Link to="/crm/Ajustes?part=accounting">{t('book.open')}</Link>}
        </Notice>
      )}
      {accounts.length > 0 && (
        <Form
          sending={sending}
          label={title}
          actions={<SubmitOrCancel busy={sending.busy} submit={t('book.submit')} onCancel={onClose} />}
        >
          <p className={classes.lead}>{t('book.lead')}</p>
          <NativeSelect
            data-autofocus
            label={t('book.ledger')}
            data={[
              { value: '', label: '–' },
              ...accounts.map((account) => ({ value: account.code, label: addedLedgerName(account) })),
            ]}
            error={fieldText(formState.errors.ledger)}
            {...register('ledger', { required: 'required' })}
          />
          <TextInput
            label={t('book.description')}
            autoComplete="off"
            maxLength={140}
            error={fieldText(formState.errors.description)}
            {...register('description', reasonRules)}
          />
        </Form>
      )}
    </Dialog>
  )
}
