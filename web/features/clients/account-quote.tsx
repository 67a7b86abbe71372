import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CancellationQuotePdfButton } from '#web/domain/quote-pdf.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { buildAccountQuoteQuery } from './use-is-account-page-loaded.ts'

/** What leaving the account early came to when it was asked today, and as paper; nothing where nobody asked. */
export const AccountQuote = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const { data } = useQuery(buildAccountQuoteQuery(accountId))
  const quote = data?.rows[0]
  if (!quote) return null
  return (
    <div className={layoutClasses.looseLine}>
      <span>{t('ask.standing', { net: format.money(quote.net) })}</span>
      <Link to={`/crm/Cancelaciones/${quote.id}`}>{t('ask.open')}</Link>
      <CancellationQuotePdfButton quote={quote} />
    </div>
  )
}
