import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferenceData } from '#contract/reference.ts'
import { useFormatters } from '#web/core/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
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

type Props<K extends ReferenceKind> = {
  kind: K
  rows: readonly ReferenceRow<K>[]
  /** Between the name and the counts. */
  columns: readonly RowColumn<ReferenceRow<K>, never>[]
  /** Counts of what names it: while there is any, it stays. */
  uses: readonly (keyof ReferenceRow<K> & ('offices' | 'clients' | 'employees' | 'accounts' | 'quotes'))[]
  zones: ReferenceData['zones']
  mayEdit: boolean
  onChanged: () => Promise<void>
}

/** What is being done: nothing, adding, changing or removing a row. */
type ReferenceDialogState<Row> = { what: 'add' } | { what: 'change' | 'remove'; row: Row } | null

/** One kind of record that others choose from: its rows with how often each is used, and what changes them. */
export const ReferenceSection = <K extends ReferenceKind>({
  kind,
  rows,
  columns,
  uses,
  zones,
  mayEdit,
  onChanged,
}: Props<K>) => {
  const { t } = useTranslation('reference')
  const format = useFormatters()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const [doing, setDoing] = useState<ReferenceDialogState<ReferenceRow<K>>>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const close = (): void => setDoing(null)
  const { add, change, remove } = referenceCalls[kind]
  const words: ReferenceKind = kind
  const isUsed = (row: ReferenceRow<K>): boolean => uses.some((use) => Number(row[use]) > 0)

  const finish = async (): Promise<void> => {
    close()
    setFailure(null)
    await onChanged()
  }
  const take = async (row: ReferenceRow<K>): Promise<void> => {
    try {
      await remove(row)
      await finish()
    } catch (error) {
      setFailure(error)
      await onChanged()
    }
  }

  const matching = rows.filter((row) =>
    normalizeText(Object.values(row).join(' ')).includes(normalizeText(typed.trim())),
  )
  const withActions = (shown: ReactNode, row: ReferenceRow<K>): ReactNode => (
    <span className={classes.rowEnd}>
      {shown}
      {mayEdit && (
        <span className={classes.rowActions}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('changeNamed', { name: row.name })}
            onClick={() => setDoing({ what: 'change', row })}
          >
            {t('change')}
          </Button>
          {!isUsed(row) && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeNamed', { name: row.name })}
              onClick={() => setDoing({ what: 'remove', row })}
            >
              {t('remove')}
            </Button>
          )}
        </span>
      )}
    </span>
  )
  const shownColumns = [
    {
      key: 'name',
      label: t('fields.name'),
      phone: 1,
      cell: (name: string, row: ReferenceRow<K>) => (phone ? withActions(name, row) : name),
    },
    ...columns,
    ...uses.map((use, at) => ({
      key: use,
      label: t(`uses.${use}`),
      align: 'end' as const,
      ...(at === 0 && { phone: 3 as const }),
      cell: (count: number) => format.number(count),
    })),
    ...(mayEdit && !phone
      ? [
          {
            key: 'id',
            label: t('actions'),
            cell: (_: string, row: ReferenceRow<K>) => withActions(null, row),
          },
        ]
      : []),
  ] as unknown as readonly RowColumn<ReferenceRow<K>, never>[]

  return (
    <Section
      title={t(`kinds.${words}.title`)}
      lead={t(`kinds.${words}.lead`)}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setDoing({ what: 'add' })}>
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
        <DataTable
          label={t(`kinds.${words}.title`)}
          columns={shownColumns}
          rows={matching.slice(0, maxVisibleRows)}
          dense
        />
      ) : (
        <p className={classes.lead}>{t(rows.length > 0 ? 'nothing' : `kinds.${words}.none`)}</p>
      )}
      {matching.length > maxVisibleRows && (
        <p className={classes.lead}>
          {t('more', { shown: format.number(maxVisibleRows), total: format.number(matching.length) })}
        </p>
      )}
      <FailureMessage of={failure} />
      {(doing?.what === 'add' || doing?.what === 'change') && (
        <ReferenceForm
          kind={kind}
          values={doing.what === 'change' ? toReferenceValues({ ...emptyReferenceValues, ...doing.row }) : null}
          zones={zones}
          staffed={doing.what === 'change' && 'employees' in doing.row && doing.row.employees > 0}
          send={(values) => (doing.what === 'change' ? change(doing.row, values) : add(values))}
          onDone={finish}
          onClose={close}
        />
      )}
      {doing?.what === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: doing.row.name })}
          text={t('removeText')}
          action={t('remove')}
          onConfirm={() => void take(doing.row)}
          onClose={close}
        />
      )}
    </Section>
  )
}
