import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { ReferenceData } from '#contract/reference.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { AnyColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  emptyReferenceValues,
  type ReferenceFormValues,
  type ReferenceKind,
  type ReferenceRow,
  referenceCalls,
} from './reference-data-calls.ts'
import { ReferenceForm } from './reference-form.tsx'
import classes from './settings.module.css'

/** Longer lists have a search field, and show no more than this: nobody scrolls through hundreds. */
const minRowsForSearch = 12
const maxVisibleRows = 40

const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

const toReferenceValues = (row: Partial<Record<keyof ReferenceFormValues, string | null>>): ReferenceFormValues => ({
  name: row.name ?? '',
  zoneId: row.zoneId ?? '',
  city: row.city ?? '',
  taxId: row.taxId ?? '',
  reason: '',
})

type UsageCountKey = 'offices' | 'clients' | 'employees' | 'accounts' | 'quotes' | 'contacts'
type Props<K extends ReferenceKind> = {
  kind: K
  rows: readonly ReferenceRow<K>[]
  /** Between the name and the counts. */
  columns: readonly AnyColumn[]
  /** Counts of what names it: while there is any, it stays. */
  usageCountKeys: readonly (keyof ReferenceRow<K> & UsageCountKey)[]
  zones: ReferenceData['zones']
  mayEdit: boolean
}

/** What is being done: nothing, adding, changing or removing a row. */
type ReferenceDialogState<Row> = { action: 'add' } | { action: 'change' | 'remove'; row: Row } | null

type RowActionsProps = { name: string; isUsed: boolean; onAsk: (action: 'change' | 'remove') => void }

const ReferenceRowActions = ({ name, isUsed, onAsk }: RowActionsProps) => {
  const { t } = useTranslation('reference')
  return (
    <span className={classes.rowActions}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('changeNamed', { name })}
        onClick={() => onAsk('change')}
      >
        {t('change')}
      </Button>
      {!isUsed && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('removeNamed', { name })}
          onClick={() => onAsk('remove')}
        >
          {t('remove')}
        </Button>
      )}
    </span>
  )
}

type ColumnsInput<K extends ReferenceKind> = Pick<Props<K>, 'columns' | 'usageCountKeys' | 'mayEdit'> & {
  onAsk: (action: 'change' | 'remove', row: ReferenceRow<K>) => void
}

/** The name, what the kind has of its own, the counts, and for whoever may what changes a row: on a phone beside its name. */
const useReferenceColumns = <K extends ReferenceKind>({
  columns,
  usageCountKeys,
  mayEdit,
  onAsk,
}: ColumnsInput<K>): readonly AnyColumn[] => {
  const { t } = useTranslation('reference')
  const format = useFormatters()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const withActions = (shown: ReactNode, row: ReferenceRow<K>): ReactNode => (
    <span className={classes.rowEnd}>
      {shown}
      {mayEdit && (
        <ReferenceRowActions
          name={row.name}
          isUsed={usageCountKeys.some((use) => Number(row[use]) > 0)}
          onAsk={(action) => onAsk(action, row)}
        />
      )}
    </span>
  )
  return [
    {
      key: 'name',
      label: t('fields.name'),
      phone: 1,
      cell: (name: string, row: ReferenceRow<K>) => (phone ? withActions(name, row) : name),
    },
    ...columns,
    ...usageCountKeys.map(
      (use, at): AnyColumn => ({
        key: use,
        label: t(`uses.${use}`),
        align: 'end',
        ...(at === 0 && { phone: 3 }),
        cell: (count: number) => format.number(count),
      }),
    ),
    ...(mayEdit && !phone
      ? [{ key: 'id', label: t('actions'), cell: (_: string, row: ReferenceRow<K>) => withActions(null, row) }]
      : []),
  ]
}

const findMatchingRows = <Row extends object>(rows: readonly Row[], typed: string): readonly Row[] =>
  rows.filter((row) => normalizeText(Object.values(row).join(' ')).includes(normalizeText(typed.trim())))

/** One kind of record that others choose from: its rows with how often each is used, and what changes them. */
export const ReferenceSection = <K extends ReferenceKind>({ kind, rows, zones, mayEdit, ...shown }: Props<K>) => {
  const { t } = useTranslation('reference')
  const format = useFormatters()
  const [typed, setTyped] = useState('')
  const [doing, setDoing] = useState<ReferenceDialogState<ReferenceRow<K>>>(null)
  const { failure, setFailure, run } = useAction()
  const columns = useReferenceColumns<K>({ ...shown, mayEdit, onAsk: (action, row) => setDoing({ action, row }) })
  const close = (): void => setDoing(null)
  const { add, change, remove } = referenceCalls[kind]
  const words: ReferenceKind = kind
  const finish = (): void => {
    close()
    setFailure(null)
  }
  const matching = findMatchingRows(rows, typed)

  return (
    <Section
      id={`reference-${kind}`}
      title={t(`kinds.${words}.title`)}
      description={t(`kinds.${words}.lead`)}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setDoing({ action: 'add' })}>
            {t(`kinds.${words}.add`)}
          </Button>
        )
      }
    >
      {rows.length > minRowsForSearch && (
        <TextInput
          type="search"
          className={classes.short}
          label={t('search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {matching.length > 0 ? (
        <DataTable label={t(`kinds.${words}.title`)} columns={columns} rows={matching.slice(0, maxVisibleRows)} dense />
      ) : (
        <p className={classes.lead}>{t(rows.length > 0 ? 'nothing' : `kinds.${words}.none`)}</p>
      )}
      {matching.length > maxVisibleRows && (
        <p className={classes.lead}>
          {t('more', { shown: format.number(maxVisibleRows), total: format.number(matching.length) })}
        </p>
      )}
      <FailureMessage of={failure} />
      {(doing?.action === 'add' || doing?.action === 'change') && (
        <ReferenceForm
          kind={kind}
          values={doing.action === 'change' ? toReferenceValues({ ...emptyReferenceValues, ...doing.row }) : null}
          zones={zones}
          hasStaff={doing.action === 'change' && 'employees' in doing.row && doing.row.employees > 0}
          send={(values) => (doing.action === 'change' ? change(doing.row, values) : add(values))}
          onDone={finish}
          onClose={close}
        />
      )}
      {doing?.action === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: doing.row.name })}
          text={t('removeText')}
          action={t('remove')}
          onConfirm={() => void run(() => remove(doing.row)).then(close)}
          onClose={close}
        />
      )}
    </Section>
  )
}
