import { useQuery } from '@tanstack/react-query'
import { type ExternalPositionDetail, getExternalPosition } from '#contract/external-positions.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ClosePositionForm } from './close-position-form.tsx'
import { EditPositionForm } from './edit-position-form.tsx'
import { useCatalogue } from './position-fields.tsx'
import {
  getPositionName,
  type PositionDialogAction,
  type PositionFormProps,
  type PositionRecord,
} from './position-record.ts'
import { PositionValues } from './position-values.tsx'
import { ValuePositionForm } from './value-position-form.tsx'

type Props = Pick<PositionFormProps, 'onDone' | 'onClose'> & { action: PositionDialogAction; record: PositionRecord }

/** One position: its values, or a form about it. It is read when it is opened, so that a form begins with what stands now. */
export default function PositionDialog({ action, record, onDone, onClose }: Props) {
  const { t } = useTranslation('external-positions')
  const format = useFormatters()
  const params = { clientId: record.clientId, positionId: record.id }
  const { data, error, refetch } = useQuery(buildQueryOptions(getExternalPosition, { params }))
  const catalogue = useCatalogue({ isNeeded: action === 'edit' })
  const title = t(`titles.${action}`, { product: getPositionName(record) })
  const describeLast = ({ lastAmount, valuedOn }: ExternalPositionDetail): string =>
    lastAmount === null
      ? t('value.never')
      : t('value.last', { amount: format.money(lastAmount, { euros: true }), date: format.date(valuedOn) })
  const leads = {
    value: data && [describeLast(data), t('value.sameDay')].join(' '),
    edit: undefined,
    close: t('close.lead'),
    history: undefined,
  }
  const failure = error ?? catalogue.error
  if (failure === null && (!data || (action === 'edit' && !catalogue.data))) return null
  const form = data && { position: data, title, onDone, onClose }
  return (
    <Dialog title={title} description={leads[action]} size={action === 'history' ? 'lg' : 'md'} onClose={onClose}>
      {failure && <ErrorState error={failure} onRetry={() => void (error ? refetch() : catalogue.refetch())} />}
      {form && action === 'value' && <ValuePositionForm {...form} />}
      {form && catalogue.data && action === 'edit' && <EditPositionForm {...form} products={catalogue.data.products} />}
      {form && action === 'close' && <ClosePositionForm {...form} />}
      {form && action === 'history' && <PositionValues position={form.position} />}
    </Dialog>
  )
}
