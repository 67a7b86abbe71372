import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getReasonGroup } from '#contract/maturities/reasons.ts'
import {
  instructMaturities,
  listMaturities,
  type MaturityRow,
  maturityViews,
  maturityWindows,
} from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { usePermission, useSeesOwnClientsOnly } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { MaturityDay } from '#web/domain/maturities/maturity-date.tsx'
import { type InstructionMessages, useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ChoiceCell } from '#web/ui/list/choice-cell.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { listMaturityActions, type MaturityAction } from './list-maturity-actions.ts'
import classes from './maturities.module.css'
import { MaturityActionDialog, MaturitySelectionActions } from './maturity-actions.tsx'
import { RenewalRate } from './renewal-rate.tsx'

type MaturityList = typeof listMaturities
type MaturityInstruction = (typeof maturityInstructions)[number]

const useMaturityFilters = (): FilterChoices<MaturityList> => {
  const { t } = useTranslation('maturities')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      within: {
        control: 'select',
        label: t('fields.within'),
        alwaysShown: true,
        options: maturityWindows.map((value) => ({ value, label: t(`within.${value}`) })),
      },
      from: {
        control: 'dateRange',
        label: t('fields.expiresOn'),
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      to: { control: 'rangeEnd' },
      view: {
        control: 'select',
        label: t('fields.view'),
        alwaysShown: true,
        options: maturityViews.map((value) => ({ value, label: t(`views.${value}`) })),
      },
      instruction: {
        control: 'select',
        label: t('fields.instruction'),
        alwaysShown: true,
        options: maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) })),
      },
      called: { control: 'yesNo', label: t('fields.called') },
      stopped: { control: 'yesNo', label: t('fields.stopped') },
    }),
    [t],
  )
}

type ChangeInstruction = (row: MaturityRow, instruction: MaturityInstruction) => void

/** Whoever may change an instruction changes it where it stands. */
const useMaturityColumns = (changeInstruction: ChangeInstruction | undefined) => {
  const { t } = useTranslation('maturities')
  const hidesManager = useSeesOwnClientsOnly()
  const latest = useRef(changeInstruction)
  useEffect(() => {
    latest.current = changeInstruction
  })
  const canChange = changeInstruction !== undefined
  return useListColumns(
    listMaturities,
    useMemo((): ScreenColumns<MaturityList> => {
      const options = maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) }))
      const renderChoice = (instruction: MaturityInstruction, row: MaturityRow) => (
        <ChoiceCell
          label={t('fields.instruction')}
          value={instruction}
          options={options}
          onPick={(picked) => latest.current?.(row, picked as MaturityInstruction)}
        />
      )
      return [
        { key: 'expiresOn', phone: 2, cell: (_, row) => <MaturityDay maturity={row} day="expiresOn" /> },
        { key: 'daysLeft', optional: true },
        {
          key: 'settlesOn',
          optional: true,
          label: t('card.settlesOn'),
          cell: (_, row) => <MaturityDay maturity={row} day="settlesOn" />,
        },
        { key: 'clientName', phone: 1 },
        { key: 'clientCvl', optional: true },
        'phone',
        { key: 'balance', phone: 3 },
        'rate',
        { key: 'instruction', wide: true, ...(canChange && { cell: renderChoice }) },
        'productName',
        {
          key: 'reasons',
          cell: (reasons) =>
            reasons.length === 0
              ? '–'
              : [...new Set(reasons.map(getReasonGroup))].map((group) => t(`reasons.${group}`)).join(' · '),
        },
        { key: 'accountNumber', optional: true },
        { key: 'lastCallOn', optional: true },
        { key: 'lastCallNote', optional: true },
        ...(hidesManager ? [] : ([{ key: 'managerName', optional: true }] as const)),
      ]
    }, [t, canChange, hidesManager]),
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listMaturities)

const buildAccountHref = ({ id, clientId }: { id: string; clientId: string }): string =>
  `/clientes/${clientId}/cuentas/${id}`

type OpenAction = { action: MaturityAction; accountId: string }

/** Changes the instruction of one account as the dialog does; what needs more than a choice opens it. */
const useInstructionChange = (
  messages: InstructionMessages,
  areSuspended: boolean,
  open: (action: OpenAction) => void,
): ChangeInstruction => {
  const instruct = async (row: MaturityRow, instruction: MaturityInstruction): Promise<void> => {
    const { id, accountNumber, clientName, expiresOn, balance } = row
    const body = { instruction, productId: null, allSigned: false }
    const choice = { by: 'accounts' as const, accountIds: [id] }
    const result = await callEndpoint(instructMaturities, { body: { ...body, choice } })
    messages.report({ ...body, ...result, accounts: [{ id, accountNumber, clientName, expiresOn, balance }] })
  }
  return (row, instruction) => {
    // Another product has to be named, and suspended money moves at once.
    if (instruction === 'transfer' || areSuspended) return open({ action: 'instruct', accountId: row.id })
    instruct(row, instruction).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'account.allSign')
        open({ action: 'instruct', accountId: row.id })
      else messages.showFailure(error)
    })
  }
}

/** What matures in the next weeks, the nearest first, and what is to become of it. */
export default function MaturitiesScreen() {
  const { t } = useTranslation('maturities')
  const [params] = useSearchParams()
  const { filters } = readListState(listMaturities, params)
  const mayEdit = usePermission('bt_Vencimientos', 'edit')
  const messages = useInstructionMessage()
  const areSuspended = filters.view === 'parked'
  const [doing, setDoing] = useState<OpenAction | null>(null)
  const changeInstruction = useInstructionChange(messages, areSuspended, setDoing)
  const listRecordActions = useRecordRowActions()
  const rowActions = (row: MaturityRow): RowAction[] => [
    ...(mayEdit ? listMaturityActions({ ids: [row.id], matching: false }, areSuspended) : []).map((action) => ({
      key: action,
      label: t(`${action}.action`),
      run: () => setDoing({ action, accountId: row.id }),
    })),
    ...listRecordActions(row),
  ]
  const actions = (selected: SelectedRows, _count: number, { clear }: { clear: () => void }) => (
    <MaturitySelectionActions
      selected={selected}
      messages={messages}
      onDone={clear}
      filters={filters}
      areSuspended={areSuspended}
    />
  )
  return (
    <ListScreen
      list={listMaturities}
      label={t('title')}
      hasLongContext="trend"
      context={(count, total) => (
        <span className={classes.context}>
          {t('count', { count, total })}
          <RenewalRate />
        </span>
      )}
      contentAbove={
        <>
          <ResultMessage messages={messages} />
          {doing && (
            <MaturityActionDialog
              action={doing.action}
              choice={{ by: 'accounts', accountIds: [doing.accountId] }}
              accountId={doing.accountId}
              areSuspended={areSuspended}
              messages={messages}
              onDone={() => setDoing(null)}
              onClose={() => setDoing(null)}
            />
          )}
        </>
      }
      filters={useMaturityFilters()}
      columns={useMaturityColumns(mayEdit ? changeInstruction : undefined)}
      peek={useAccountPeek()}
      rowHref={buildAccountHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
      rowActions={rowActions}
      selection={mayEdit ? actions : undefined}
    />
  )
}
