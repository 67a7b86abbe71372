import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { RecordEntity } from '#contract/records.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import textClasses from '#web/ui/text.module.css'
import { useIsNearViewport } from '#web/ui/use-is-near-viewport.ts'
import classes from './records.module.css'

const LazyRecordPanelsContent = lazy(() => import('./panels.tsx'))

type Props = { entity: RecordEntity; recordId: string }

/**
 * Comments, documents, activity, tags and who is in charge of a record, for whoever sees it. Nothing of it is asked for before it comes near
 * the window, unless the address names one of its parts. The screen loads the texts 'records' and 'audit'.
 */
export const RecordPanels = ({ entity, recordId }: Props) => {
  const { t } = useTranslation('records')
  const [params] = useSearchParams()
  const { key, state } = useLocation()
  const isRequested = params.has('panel') && (state as { stays?: boolean } | null)?.stays !== true
  const [part, isNear] = useIsNearViewport<HTMLElement>(isRequested)
  // Whoever comes from a notification is led to what it is about, also where the page was open already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each arrival.
  useEffect(() => {
    if (!isRequested) return
    part.current?.scrollIntoView()
    part.current?.focus({ preventScroll: true })
  }, [key])
  return (
    <section ref={part} id="records" tabIndex={-1} className={classes.card} aria-labelledby="records-title">
      <h2 id="records-title" className={textClasses.title}>
        {t('title')}
      </h2>
      {isNear ? (
        <Suspense fallback={<div className={classes.skeleton} role="status" aria-label={t('loading')} />}>
          <LazyRecordPanelsContent key={`${entity} ${recordId}`} entity={entity} recordId={recordId} />
        </Suspense>
      ) : (
        <div className={classes.skeleton} />
      )}
    </section>
  )
}
