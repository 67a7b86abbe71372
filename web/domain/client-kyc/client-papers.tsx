import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './client-kyc.module.css'

const LazyKycContent = lazy(() => import('./kyc-content.tsx'))
const LazyDocumentStore = lazy(() => import('#web/domain/client-documents/document-store.tsx'))

type PartProps = { id: string; title: string; openLabel: string; children: ReactNode }

/** A part of the client's page of which nothing is asked for before somebody opens it, unless the address names it. */
const LatePart = ({ id, title, openLabel, children }: PartProps) => {
  const { t } = useTranslation('client-kyc')
  const { hash, key } = useLocation()
  const isRequested = hash === `#${id}`
  const [isOpened, setOpened] = useState(isRequested)
  const part = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each arrival.
  useEffect(() => {
    if (!isRequested) return
    setOpened(true)
    part.current?.scrollIntoView()
    part.current?.focus({ preventScroll: true })
  }, [key])
  return (
    <section
      ref={part}
      id={id}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby={`${id}-title`}
      data-closed={!isOpened || undefined}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {isOpened ? (
        <Suspense fallback={<div className={classes.skeleton} role="status" aria-label={t('loading')} />}>
          {children}
        </Suspense>
      ) : (
        <div>
          <Button variant="default" size="xs" onClick={() => setOpened(true)}>
            {openLabel}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Documents by which the client is known, and all others in their file. */
export const ClientPapers = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation(['client-kyc', 'client-documents'])
  return (
    <>
      <LatePart id="kyc" title={t('client-kyc:title')} openLabel={t('client-kyc:open')}>
        <LazyKycContent key={clientId} clientId={clientId} />
      </LatePart>
      <LatePart id="documents" title={t('client-documents:title')} openLabel={t('client-documents:open')}>
        <LazyDocumentStore key={clientId} clientId={clientId} />
      </LatePart>
    </>
  )
}
