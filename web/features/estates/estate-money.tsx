import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Estate } from '#contract/estates.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'

type Part = Estate['accounts'][number]['parts'][number] & { id: string; name: string }

/** What each gets of every account: as of today while it waits, and what they were paid afterwards. */
export const EstateMoney = ({ estate }: { estate: Estate }) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const columns = useMemo((): readonly RowColumn<Part, never>[] => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      { key: 'name', label: t('heirs.person'), phone: 1 },
      { key: 'gross', label: t('money.gross'), align: 'end', cell: amount },
      { key: 'withheld', label: t('money.withheld'), align: 'end', phone: 2, cell: amount },
      { key: 'net', label: t('money.net'), align: 'end', phone: 3, cell: amount },
    ]
  }, [t, format])
  if (estate.accounts.length === 0) return null
  const nameOf = (recipientId: string): string => estate.recipients.find(({ id }) => id === recipientId)?.name ?? '–'
  return (
    <Section title={t('money.title')} description={t(estate.releasedAt ? 'money.paid' : 'money.today')}>
      {estate.accounts.map(({ accountId, number, balance, interest, parts }) => (
        <section key={accountId} aria-labelledby={`estate-account-${accountId}`}>
          <h3 id={`estate-account-${accountId}`}>
            <Link to={`/clientes/${estate.clientId}/cuentas/${accountId}`}>{number}</Link>
          </h3>
          <p>{t('money.lead', { balance: format.money(balance), interest: format.money(interest) })}</p>
          <DataTable
            label={number}
            columns={columns}
            rows={parts.map((part) => ({ ...part, id: part.recipientId, name: nameOf(part.recipientId) }))}
            dense
          />
        </section>
      ))}
    </Section>
  )
}
