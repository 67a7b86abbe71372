import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addLedgerAccount,
  changeLedgerAccount,
  type LedgerAccount,
  type LedgerAccountKind,
  ledgerAccountKinds,
  listAddedLedgerAccounts,
} from '#contract/accounting/ledger-accounts.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './settings.module.css'

type LedgerAccountRow = LedgerAccount & { id: string }
type LedgerFormValues = { code: string; name: string; kind: LedgerAccountKind }
type LedgerDialogState = { action: 'add' } | { action: 'rename' | 'retire'; row: LedgerAccount } | null

const changeLedger = (row: LedgerAccount, after: { name: string; retired: boolean }) =>
  callEndpoint(
    changeLedgerAccount,
    { params: { code: row.code }, body: { before: { name: row.name, retired: row.retiredAt !== null }, after } },
    { refreshOnRefusal: true },
  )

type LedgerFormProps = { account: LedgerAccount | null; onDone: () => void; onClose: () => void }

/** Adds an account to the chart, or renames one: its code and kind stay. Mounted while it asks. */
const LedgerForm = ({ account, onDone, onClose }: LedgerFormProps) => {
  const { t } = useTranslation('ledgers')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<LedgerFormValues>({
    defaults: account ?? { code: '', name: '', kind: 'expense' },
    submit: async ({ code, name, kind }) => {
      if (account) await changeLedger(account, { name: name.trim(), retired: account.retiredAt !== null })
      else await callEndpoint(addLedgerAccount, { body: { code: code.trim(), name, kind } })
      onDone()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const title = t(account ? 'change' : 'add')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('save')} onCancel={onClose} />}
      >
        {!account && (
          <TextInput
            data-autofocus
            label={t('code')}
            description={t('codeHint')}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={40}
            error={fieldText(errors.code)}
            {...register('code', {
              required: 'required',
              validate: (typed) => /^[a-z0-9][a-z0-9_]{1,39}$/.test(typed.trim()) || 'ledgerCode',
            })}
          />
        )}
        <TextInput
          {...(account && { 'data-autofocus': true })}
          label={t('name')}
          autoComplete="off"
          maxLength={120}
          error={fieldText(errors.name)}
          {...register('name', { validate: (typed) => typed.trim().length >= 2 || 'required' })}
        />
        {!account && (
          <NativeSelect
            label={t('kind')}
            description={t('kindHint')}
            data={ledgerAccountKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            error={fieldText(errors.kind)}
            {...register('kind')}
          />
        )}
      </Form>
    </Dialog>
  )
}

type LedgerRowActionsProps = { row: LedgerAccount; onAsk: (doing: LedgerDialogState) => void; onRestore: () => void }

const LedgerRowActions = ({ row, onAsk, onRestore }: LedgerRowActionsProps) => {
  const { t } = useTranslation('ledgers')
  const { name, retiredAt } = row
  const isRetired = retiredAt !== null
  return (
    <span className={classes.rowActions}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('changeNamed', { name })}
        onClick={() => onAsk({ action: 'rename', row })}
      >
        {t('change')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t(isRetired ? 'restoreNamed' : 'retireNamed', { name })}
        onClick={isRetired ? onRestore : () => onAsk({ action: 'retire', row })}
      >
        {t(isRetired ? 'restore' : 'retire')}
      </Button>
    </span>
  )
}

/** The ledger accounts that the firm has added to the chart: what bank fees and other journals by hand are booked onto. */
export const LedgerAccountsTab = () => {
  const { t } = useTranslation(['ledgers', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_Contabilidad', 'edit')
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [doing, setDoing] = useState<LedgerDialogState>(null)
  const { failure, setFailure, run } = useAction()
  const { data, error, refetch } = useQuery(buildQueryOptions(listAddedLedgerAccounts, {}))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const close = (): void => setDoing(null)
  const finish = (): void => {
    close()
    setFailure(null)
  }
  const setRetired = async (row: LedgerAccount, retired: boolean): Promise<void> => {
    await run(() => changeLedger(row, { name: row.name, retired }))
    close()
  }
  const actionsOf = (row: LedgerAccountRow) =>
    mayEdit && <LedgerRowActions row={row} onAsk={setDoing} onRestore={() => void setRetired(row, false)} />
  const columns: readonly RowColumn<LedgerAccountRow, never>[] = [
    { key: 'code', label: t('code'), phone: 2 },
    {
      key: 'name',
      label: t('name'),
      phone: 1,
      cell: (name, row) =>
        phone ? (
          <span className={classes.rowEnd}>
            {name}
            {actionsOf(row)}
          </span>
        ) : (
          name
        ),
    },
    { key: 'kind', label: t('kind'), cell: (kind) => t(`kinds.${kind}`) },
    {
      key: 'retiredAt',
      label: t('state'),
      phone: 3,
      cell: (since) => (since ? t('retiredSince', { date: format.dateTime(since) }) : t('inUse')),
    },
    ...(mayEdit && !phone
      ? [
          {
            key: 'id' as const,
            label: t('actions'),
            cell: (_: string, row: LedgerAccountRow) => actionsOf(row),
          },
        ]
      : []),
  ]
  return (
    <Section
      title={t('title')}
      description={t('lead')}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setDoing({ action: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      {data.accounts.length > 0 ? (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={data.accounts.map((account) => ({ ...account, id: account.code }))}
          dense
        />
      ) : (
        <p className={classes.lead}>{t('none')}</p>
      )}
      <FailureMessage of={failure} />
      {doing?.action === 'add' && <LedgerForm account={null} onDone={finish} onClose={close} />}
      {doing?.action === 'rename' && <LedgerForm account={doing.row} onDone={finish} onClose={close} />}
      {doing?.action === 'retire' && (
        <ConfirmDialog
          title={t('retireTitle', { name: doing.row.name })}
          text={t('retireText')}
          action={t('retire')}
          onConfirm={() => void setRetired(doing.row, true)}
          onClose={close}
        />
      )}
    </Section>
  )
}
