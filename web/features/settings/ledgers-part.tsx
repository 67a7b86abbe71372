import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addLedgerAccount,
  changeLedgerAccount,
  type LedgerAccount,
  type LedgerKind,
  ledgerKinds,
  listLedgerAccounts,
} from '#contract/accounting/ledger-accounts.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { Ask } from '#web/ui/ask.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { under } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

type Row = LedgerAccount & { id: string }
type Values = { code: string; name: string; kind: LedgerKind }
type Doing = { what: 'add' } | { what: 'rename' | 'retire'; row: LedgerAccount } | null

const change = (row: LedgerAccount, after: { name: string; retired: boolean }) =>
  call(changeLedgerAccount, {
    params: { code: row.code },
    body: { before: { name: row.name, retired: row.retiredAt !== null }, after },
  })

type FormProps = { account: LedgerAccount | null; onDone: () => Promise<void>; onClose: () => void }

/** Adds an account to the chart, or renames one: its code and kind stay. Mounted while it asks. */
const LedgerForm = ({ account, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('ledgers')
  const fieldText = useFieldText()
  const sending = useSending<Values>({
    defaults: account ?? { code: '', name: '', kind: 'expense' },
    send: async ({ code, name, kind }) => {
      if (account) await change(account, { name: name.trim(), retired: account.retiredAt !== null })
      else await call(addLedgerAccount, { body: { code: code.trim(), name, kind } })
      await onDone()
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
        sending={sending}
        label={title}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('save')} onCancel={onClose} />}
      >
        {!account && (
          <TextInput
            data-autofocus
            label={t('code')}
            description={t('codeHint')}
            inputWrapperOrder={under}
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
            inputWrapperOrder={under}
            data={ledgerKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            error={fieldText(errors.kind)}
            {...register('kind')}
          />
        )}
      </Form>
    </Dialog>
  )
}

type ActionsProps = { row: LedgerAccount; onAsk: (doing: Doing) => void; onRestore: () => void }

const RowActions = ({ row, onAsk, onRestore }: ActionsProps) => {
  const { t } = useTranslation('ledgers')
  const { name, retiredAt } = row
  const isRetired = retiredAt !== null
  return (
    <span className={classes.rowActions}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('changeNamed', { name })}
        onClick={() => onAsk({ what: 'rename', row })}
      >
        {t('change')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t(isRetired ? 'restoreNamed' : 'retireNamed', { name })}
        onClick={isRetired ? onRestore : () => onAsk({ what: 'retire', row })}
      >
        {t(isRetired ? 'restore' : 'retire')}
      </Button>
    </span>
  )
}

/** The ledger accounts that the firm has added to the chart: what bank fees and other journals by hand are booked onto. */
export const LedgersPart = () => {
  const { t } = useTranslation(['ledgers', 'list'])
  const format = useFormat()
  const client = useQueryClient()
  const mayEdit = useCan('bt_Contabilidad', 'edit')
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [doing, setDoing] = useState<Doing>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error, refetch } = useQuery(read(listLedgerAccounts, {}))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('list:loading')} />
  const close = (): void => setDoing(null)
  // The chart and whatever chooses from it are no longer what was read.
  const finish = async (): Promise<void> => {
    close()
    setFailure(null)
    await client.invalidateQueries()
  }
  const setRetired = async (row: LedgerAccount, retired: boolean): Promise<void> => {
    try {
      await change(row, { name: row.name, retired })
      await finish()
    } catch (thrown) {
      close()
      setFailure(thrown)
      await client.invalidateQueries()
    }
  }
  const actionsOf = (row: Row) =>
    mayEdit && <RowActions row={row} onAsk={setDoing} onRestore={() => void setRetired(row, false)} />
  const columns: readonly ColumnFor<Row, never>[] = [
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
            cell: (_: string, row: Row) => actionsOf(row),
          },
        ]
      : []),
  ]
  return (
    <Section
      title={t('title')}
      lead={t('lead')}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setDoing({ what: 'add' })}>
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
      <Failure of={failure} />
      {doing?.what === 'add' && <LedgerForm account={null} onDone={finish} onClose={close} />}
      {doing?.what === 'rename' && <LedgerForm account={doing.row} onDone={finish} onClose={close} />}
      {doing?.what === 'retire' && (
        <Ask
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
