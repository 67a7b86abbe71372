import { printCancellationQuote } from '#contract/cancellations.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'

type Props = { quote: { id: string; accountNumber: string; quotedOn: string } }

/** The quote as the client gets it. Nothing for who may take nothing out. */
export const CancellationQuotePdfButton = ({ quote: { id, accountNumber, quotedOn } }: Props) => {
  const { t } = useTranslation('cancellations')
  const mayExport = usePermission('bt_Cancelaciones', 'export')
  if (!mayExport) return null
  const file = `${t('quote.title', { number: accountNumber })} ${quotedOn}`
  return <PdfButton endpoint={printCancellationQuote} sent={{ params: { quoteId: id } }} file={file} />
}
