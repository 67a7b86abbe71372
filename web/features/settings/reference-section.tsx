import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reference } from '#contract/reference.ts'
import { useFormat } from '#web/core/format.ts'
import { Ask } from '#web/ui/ask.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import { calls, emptyValues, type Kind, type RowOf, type Values } from './reference-calls.ts'
import { ReferenceForm } from './reference-form.tsx'
import classes from './settings.module.css'

/** Longer lists have a search field, and show no more than this: nobody scrolls through hundreds. */
const longList = 12
const mostShown = 40

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

const valuesOf = (row: Partial<Record<keyof Values, string | null>>): Values => ({
  name: row.name ?? '',
  zoneId: row.zoneId ?? '',
  city: row.city ?? '',
  taxId: row.taxId ?? '',
  reason: '',
})

type Props<K extends Kind> = {
  kind: K
  rows: readonly RowOf<K>[]
  /** Between the name and the counts. */
  columns: readonly ColumnFor<RowOf<K>, never>[]
  /** Counts of what names it: while there is any, it stays. */
  uses: readonly (keyof RowOf<K> & ('offices' | 'clients' | 'employees' | 'accounts' | 'quotes'))[]
  zones: Reference['zones']
  mayEdit: boolean
  onChanged: () => Promise<void>
}

/** What is being done: nothing, adding, changing or removing a row. */
type Doing<Row> = { what: 'add' } | { what: 'change' | 'remove'; row: Row } | null

/** One kind of record that others choose from: its rows with how often each is used, and what changes them. */
export const ReferenceSection = <K extends Kind>({
  kind,
  rows,
  columns,
  uses,
  zones,
  mayEdit,
  onChanged,
}: Props<K>) => {
  const { t } = useTranslation('reference')
  const format = useFormat()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const [doing, setDoing] = useState<Doing<RowOf<K>>>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const close = (): void => setDoing(null)
  const { add, change, remove } = calls[kind]
  const words: Kind = kind
  const isUsed = (row: RowOf<K>): boolean => uses.some((use) => Number(row[use]) > 0)

  const finish = async (): Promise<void> => {
    close()
    setFailure(null)
    await onChanged()
  }
  const take = async (row: RowOf<K>): Promise<void> => {
    try {
      await remove(row)
      await finish()
    } catch (error) {
      setFailure(error)
      await onChanged()
    }
  }

  const matching = rows.filter((row) => plain(Object.values(row).join(' ')).includes(plain(typed.trim())))
  const withActions = (shown: ReactNode, row: RowOf<K>): ReactNode => (
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
      cell: (name: string, row: RowOf<K>) => (phone ? withActions(name, row) : name),
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
            cell: (_: string, row: RowOf<K>) => withActions(null, row),
          },
        ]
      : []),
  ] as unknown as readonly ColumnFor<RowOf<K>, never>[]

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
      {rows.length > longList && (
        <TextInput
          type="search"
          className={classes.short}
          label={t('search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {matching.length > 0 ? (
        <DataTable label={t(`kinds.${words}.title`)} columns={shownColumns} rows={matching.slice(0, mostShown)} dense />
      ) : (
        <p className={classes.lead}>{t(rows.length > 0 ? 'nothing' : `kinds.${words}.none`)}</p>
      )}
      {matching.length > mostShown && (
        <p className={classes.lead}>
          {t('more', { shown: format.number(mostShown), total: format.number(matching.length) })}
        </p>
      )}
      <Failure of={failure} />
      {(doing?.what === 'add' || doing?.what === 'change') && (
        <ReferenceForm
          kind={kind}
          values={doing.what === 'change' ? valuesOf({ ...emptyValues, ...doing.row }) : null}
          zones={zones}
          staffed={doing.what === 'change' && 'employees' in doing.row && doing.row.employees > 0}
          send={(values) => (doing.what === 'change' ? change(doing.row, values) : add(values))}
          onDone={finish}
          onClose={close}
        />
      )}
      {doing?.what === 'remove' && (
        <Ask
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
