import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { listPresentations, type PresentationSummary } from '#contract/presentations.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { PresentationVersions } from './presentation-versions.tsx'
import classes from './presentations.module.css'

/** Comes with the first one that is begun. */
const LazyCreateDialog = lazy(() => import('./create-presentation-dialog.tsx'))

export const buildPresentationsQuery = (clientId: string) => buildPartQuery(listPresentations, { params: { clientId } })

const PresentationItem = ({ clientId, presentation }: { clientId: string; presentation: PresentationSummary }) => {
  const { t } = useTranslation('presentations')
  const format = useFormatters()
  const { id, title, changedAt, changedByName, accounts, versions } = presentation
  const changed = t('section.changed', { at: format.dateTime(changedAt), name: changedByName ?? '–' })
  return (
    <li className={classes.item}>
      <Link to={`/clientes/${clientId}/presentaciones/${id}`}>{title}</Link>
      <p className={textClasses.hint}>
        {[t('section.accounts', { count: accounts }), changed, versions.length === 0 && t('section.draftOnly')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {versions.length > 0 && <PresentationVersions clientId={clientId} presentation={presentation} />}
    </li>
  )
}

/** What was prepared to be proposed to a client, with what was made of it. */
export const PresentationsSection = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('presentations')
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const { data, error, refetch } = useQuery(buildPresentationsQuery(clientId))
  const [isCreating, setCreating] = useState(false)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const mayCreate = mayEdit && data.isConsentGiven
  const create = mayCreate && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t('section.create')}
    </Button>
  )
  return (
    <Section id="presentations" title={t('section.title')} state={data.presentations.length > 0 && create}>
      {!data.isConsentGiven && <Notice>{t('section.noConsent')}</Notice>}
      {data.presentations.length === 0 ? (
        <EmptyState title={t('section.none')} hint={t('section.noneHint')} action={create} />
      ) : (
        <ul className={classes.list}>
          {data.presentations.map((presentation) => (
            <PresentationItem key={presentation.id} clientId={clientId} presentation={presentation} />
          ))}
        </ul>
      )}
      <Suspense>{isCreating && <LazyCreateDialog clientId={clientId} onClose={() => setCreating(false)} />}</Suspense>
    </Section>
  )
}
