import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './settings.module.css'

/** What of a product holds from a day on. */
export type DatedRow = { productId: string; productName: string; validFrom: string }
type RowState = 'current' | 'coming' | 'past'
/** `kind`: what it is of the product, by a code and in words; `value`: how it reads. */
type ShownRow = DatedRow & { id: string; kind: string; value: string; state: RowState }

type Props<Row extends DatedRow> = {
  part: 'transferRates' | 'directCosts'
  /** The newest first, of each product and kind. */
  rows: readonly Row[]
  kindLabel: string
  valueLabel: string
  kindOf: (row: Row) => { key: string; words: string }
  formatValue: (row: Row) => string
  mayEdit: boolean
  remove: (row: Row) => Promise<unknown>
  putBack: (row: Row) => Promise<unknown>
  /** The form of a new one; mounted while it asks. */
  renderForm: (onDone: () => void, onClose: () => void) => ReactNode
  children?: ReactNode
}

/** Of each product and kind the newest that has begun is the one that holds. They come with the newest first. */
const findStates = (keys: readonly { key: string; validFrom: string }[], today: string): RowState[] => {
  const seen = new Set<string>()
  return keys.map(({ key, validFrom }) => {
    if (validFrom > today) return 'coming'
    const state = seen.has(key) ? 'past' : 'current'
    seen.add(key)
    return state
  })
}

/** What margins are reckoned with, by product and day: those that hold and those to come, the past ones on asking. */
export const DatedRows = <Row extends DatedRow>(props: Props<Row>) => {
  const { part, rows, kindLabel, valueLabel, kindOf, formatValue, mayEdit, remove, putBack, renderForm, children } =
    props
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [past, setPast] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const messages = useResultMessage()
  const { run } = useAction()
  const states = findStates(
    rows.map((row) => ({ key: `${row.productId} ${kindOf(row).key}`, validFrom: row.validFrom })),
    today,
  )
  const shown = rows
    .map((row, at): ShownRow => {
      const { productId, productName, validFrom } = row
      const { key, words } = kindOf(row)
      const id = `${productId} ${key} ${validFrom}`
      return { productId, productName, validFrom, id, kind: words, value: formatValue(row), state: states[at]! }
    })
    .filter(({ state }) => past || state !== 'past')
  const removeRow = ({ id, productName: product }: ShownRow): void => {
    const row = rows.find((one) => `${one.productId} ${kindOf(one).key} ${one.validFrom}` === id)
    if (!row) return
    void run(async () => {
      try {
        await remove(row)
        messages.show({
          text: t(`settings.${part}.removed`, { product }),
          undo: async () => {
            await putBack(row)
            return t('settings.restored')
          },
        })
      } catch (error) {
        messages.showFailure(error)
      }
    })
  }
  const withRemove = (cell: ReactNode, row: ShownRow): ReactNode => (
    <span className={classes.rowEnd}>
      {cell}
      {mayEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t(`settings.${part}.removeNamed`, { product: row.productName, date: format.date(row.validFrom) })}
          onClick={() => removeRow(row)}
        >
          {t('settings.remove')}
        </Button>
      )}
    </span>
  )
  const columns: readonly RowColumn<ShownRow, never>[] = [
    {
      key: 'productName',
      label: t('settings.product'),
      phone: 1,
      cell: (name, row) => (phone ? withRemove(`${name} · ${row.kind}`, row) : name),
    },
    { key: 'kind', label: kindLabel },
    { key: 'validFrom', label: t('settings.validFrom'), phone: 2, cell: format.date },
    { key: 'value', label: valueLabel, align: 'end', phone: 3 },
    {
      key: 'state',
      label: t('settings.state'),
      cell: (state, row) => withRemove(t(`settings.states.${state}`), row),
    },
  ]
  return (
    <Section
      id={`profitability-${part}`}
      title={t(`settings.${part}.title`)}
      description={t(`settings.${part}.lead`)}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t(`settings.${part}.add`)}
          </Button>
        )
      }
    >
      {children}
      <ResultMessage messages={messages} />
      <Checkbox
        label={t('settings.history')}
        checked={past}
        onChange={({ currentTarget }) => setPast(currentTarget.checked)}
      />
      {shown.length > 0 ? (
        <DataTable label={t(`settings.${part}.title`)} columns={columns} rows={shown} dense />
      ) : (
        <p className={classes.fact}>{t(`settings.${part}.none`)}</p>
      )}
      {isAdding &&
        renderForm(
          () => {
            setAdding(false)
            messages.show({ text: t(`settings.${part}.done`) })
          },
          () => setAdding(false),
        )}
    </Section>
  )
}
