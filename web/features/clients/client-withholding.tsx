import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { getClientWithholding, printWithholdingCertificate } from '#contract/accounting/taxes.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'

type WithholdingYear = ResponseBody<typeof getClientWithholding>['years'][number] & { id: string }

/** What was paid to the client and withheld, year by year; nothing of a client who was never paid any interest. */
export const ClientWithholding = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  const mayPrint = usePermission('bt_Clientes', 'export')
  const opens = usePermission('bt_Contabilidad', 'view')
  const { data, error, refetch } = useQuery(buildPartQuery(getClientWithholding, { params: { clientId } }))
  const columns = useMemo((): readonly RowColumn<WithholdingYear, never>[] => {
    const amount = (value: string) => renderAmount(format, value)
    const placeOf = (year: number) => `/crm/Contabilidad/retenciones/${clientId}?year=${year}`
    return [
      {
        key: 'year',
        label: t('year'),
        phone: 1,
        cell: (year) => (opens ? <Link to={placeOf(year)}>{year}</Link> : year),
      },
      { key: 'form', label: t('fields.form'), phone: 2, cell: (form) => t(`forms.${form}`) },
      { key: 'gross', label: t('fields.gross'), align: 'end', cell: amount },
      { key: 'base', label: t('fields.base'), align: 'end', cell: amount },
      { key: 'withheld', label: t('fields.withheld'), align: 'end', phone: 3, cell: amount },
    ]
  }, [t, format, opens, clientId])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.years.length === 0) return null
  // One year has a row for each form.
  const rows = data.years.map((row) => ({ ...row, id: `${row.year} ${row.form}` }))
  return (
    <Section
      title={t('section.title')}
      description={t('section.lead')}
      state={
        mayPrint && (
          <div className={layoutClasses.looseLine}>
            {[...new Set(data.years.map(({ year }) => year))].map((year) => (
              <PdfButton
                key={year}
                endpoint={printWithholdingCertificate}
                sent={{ params: { clientId }, query: { year: String(year) } }}
                file={t('paper.title', { year })}
                label={t('paper.one', { year })}
              />
            ))}
          </div>
        )
      }
    >
      <DataTable label={t('section.title')} columns={columns} rows={rows} dense />
    </Section>
  )
}
