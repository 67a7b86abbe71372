import { useQuery } from '@tanstack/react-query'
import { getClientKyc } from '#contract/client-kyc.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './client-kyc.module.css'
import { RecordTable, ZoneTable } from './comparison.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentViewer } from './document-viewer.tsx'

type Props = { clientId: string; documentId: string }

/** What the second person looks at: the document, beside what is known of the client. */
export default function KycApproval({ clientId, documentId }: Props) {
  const { t } = useTranslation('client-kyc')
  const { data, error, refetch } = useQuery(buildQueryOptions(getClientKyc, { params: { clientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const document = data?.documents.find(({ id }) => id === documentId)
  if (!data) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  if (!document) return null
  return (
    <Section title={t(`subjects.${document.subject}`)}>
      <div className={classes.review}>
        <DocumentViewer clientId={clientId} document={document} />
        <div className={classes.data}>
          <DocumentFacts document={document} />
          <RecordTable document={document} record={data.record} />
          {document.zone && <ZoneTable zone={document.zone} />}
        </div>
      </div>
    </Section>
  )
}
