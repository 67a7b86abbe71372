import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { bookBankEntry } from '#contract/accounting/entries.ts'
import { listAddedLedgerAccounts } from '#contract/accounting/ledger-accounts.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatLedgerName } from '#web/domain/ledger-name.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './bank.module.css'

/** A line of the bank that can be booked, as both of its places know it. */
export type BookableBankEntry = { id: string; amount: string; text: string }

type Props = { line: BookableBankEntry; onDone: (proposed: ProposalResult) => void; onClose: () => void }

/** Asks a second person to book a line of the bank onto an account that the firm has added. Mounted while it asks. */
export default function BookBankEntryDialog({ line, onDone, onClose }: Props) {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const withIdempotencyKey = useIdempotencyKey()
  const maySeeSettings = usePermission('bt_Ajustes', 'view')
  const { data, error, refetch } = useQuery(buildQueryOptions(listAddedLedgerAccounts, {}))
  const accounts = data?.accounts.filter(({ retiredAt }) => retiredAt === null) ?? []
  const sending = useSubmitForm<{ ledger: string; description: string }>({
    defaults: { ledger: '', description: line.text.slice(0, 140) },
    submit: async (body) => {
      const proposed = await callEndpoint(bookBankEntry, { params: { entryId: line.id }, body }, withIdempotencyKey())
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
          formState={sending}
          label={title}
          actions={<SubmitCancelButtons busy={sending.busy} submit={t('book.submit')} onCancel={onClose} />}
        >
          <p className={classes.lead}>{t('book.lead')}</p>
          <NativeSelect
            data-autofocus
            label={t('book.ledger')}
            data={[
              { value: '', label: '–' },
              ...accounts.map((account) => ({ value: account.code, label: formatLedgerName(account) })),
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
