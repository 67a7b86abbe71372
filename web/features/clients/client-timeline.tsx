import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import { useIsNearViewport } from '#web/ui/use-is-near-viewport.ts'
import classes from './client-timeline.module.css'

/** Comes when the section is near the window. */
const LazyTimelineContent = lazy(() => import('./timeline-content.tsx'))

/** All that happened with the client. Nothing of it is asked for before it comes near the window, unless the address filters it. */
export const ClientTimeline = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('timeline')
  const [params] = useSearchParams()
  const [part, isNear] = useIsNearViewport<HTMLDivElement>([...params.keys()].some((key) => key.startsWith('timeline')))
  const skeleton = <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  return (
    <div ref={part}>
      <Section id="timeline" title={t('title')} description={t('lead')}>
        {isNear ? (
          <Suspense fallback={skeleton}>
            <LazyTimelineContent key={clientId} clientId={clientId} />
          </Suspense>
        ) : (
          <div className={classes.skeleton} />
        )}
      </Section>
    </div>
  )
}
