import { Button } from '@mantine/core'
import {
  type ExternalPositionDetail,
  removeExternalValue,
  valueExternalPosition,
} from '#contract/external-positions.ts'
import { parseDay } from '#rules/calendar.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { getPositionName, toUnsignedAmount } from './position-record.ts'

type ValueRow = ExternalPositionDetail['values'][number] & { id: string }

/** All that a position was worth: as a line where there is more than one, and as a table. A value of a wrong day can be taken away. */
export const PositionValues = ({ position }: { position: ExternalPositionDetail }) => {
  const { t } = useTranslation('external-positions')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Productos_Externos', 'edit')
  const messages = useResultMessage()
  const { busy, run } = useAction()
  const { values, version } = position
  const params = { clientId: position.clientId, positionId: position.id }
  const name = getPositionName(position)
  if (values.length === 0) return <EmptyState title={t('history.none')} hint={t('history.noneHint')} />
  const remove = ({ asOf, amount }: ValueRow): void =>
    void run(async () => {
      const date = format.date(asOf)
      try {
        const removed = await callEndpoint(
          removeExternalValue,
          { params, body: { version, asOf } },
          { refreshOnRefusal: true },
        )
        const undo = async (): Promise<string> => {
          const body = { version: removed.version, asOf, amount: toUnsignedAmount(amount) }
          await callEndpoint(valueExternalPosition, { params, body })
          return t('history.restored', { date })
        }
        messages.show({ text: t('history.removed', { date }), undo })
      } catch (error) {
        messages.showFailure(error)
      }
    })
  const columns: readonly RowColumn<ValueRow, never>[] = [
    { key: 'asOf', label: t('history.day'), phone: 1, cell: format.date },
    { key: 'amount', label: t('history.amount'), align: 'end', phone: 3, cell: (amount) => <Amount value={amount} /> },
    { key: 'byName', label: t('history.by'), phone: 2, cell: (byName) => byName ?? t('history.imported') },
  ]
  const removal: readonly RowColumn<ValueRow, never>[] = [
    {
      key: 'id',
      label: t('fields.actions'),
      phone: 'beside',
      isActions: true,
      cell: (asOf, row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={busy}
          aria-label={t('history.removeNamed', { date: format.date(asOf) })}
          onClick={() => remove(row)}
        >
          {t('history.remove')}
        </Button>
      ),
    },
  ]
  const oldestFirst = values.toReversed()
  const canRemove = mayEdit && position.closedOn === null && values.length > 1
  return (
    <div className={layoutClasses.tightStack}>
      <div>
        <ResultMessage messages={messages} />
      </div>
      {values.length > 1 && (
        <Chart
          title={t('history.chart')}
          pointHeading={t('history.day')}
          points={oldestFirst.map(({ asOf }) => ({ position: parseDay(asOf), label: format.date(asOf) }))}
          series={[{ key: 'value', name, color: 0, values: oldestFirst.map(({ amount }) => amount) }]}
          format={(value) => format.money(value, { euros: true })}
        />
      )}
      <DataTable
        label={t('titles.history', { product: name })}
        columns={canRemove ? [...columns, ...removal] : columns}
        rows={values.map((value) => ({ ...value, id: value.asOf }))}
        dense
      />
    </div>
  )
}
