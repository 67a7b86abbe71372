import { Button, Loader } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Idioma } from '#contract/core/values.ts'
import { useSession } from '#web/core/session.ts'
import { setLanguage } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { LinkPage } from './link-page.tsx'

/** The page speaks the client's language. Somebody of the staff who looks keeps their own. */
const showLanguage = (idioma: Idioma): void => {
  if (!useSession.getState().session) setLanguage(idioma === 'mexican' ? 'spanish' : idioma)
}

type Props<Link> = {
  token: string
  /** Stands there until the link was read. */
  title: string
  read: (token: string) => Promise<Link>
  children: (link: Link, readAgain: () => Promise<void>) => ReactNode
}

/** Reads a link as it opens, and shows what it is about once that is known. */
export const LinkContent = <Link extends { idioma: Idioma | null }>({ token, title, read, children }: Props<Link>) => {
  const { t } = useTranslation('public-links')
  const [link, setLink] = useState<Link | null>(null)
  const { failure, run } = useAction()
  const readLink = useCallback(async (): Promise<void> => {
    setLink(await read(token))
  }, [read, token])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is another one each time it is drawn.
  useEffect(() => void run(readLink), [readLink])
  const idioma = link?.idioma
  useEffect(() => {
    if (idioma) showLanguage(idioma)
  }, [idioma])
  if (link) return children(link, readLink)
  if (failure)
    return (
      <LinkPage title={t('failed.title')} firm={null}>
        <FailureMessage of={failure} />
        <Button onClick={() => void run(readLink)}>{t('failed.retry')}</Button>
      </LinkPage>
    )
  return (
    <LinkPage title={title} firm={null}>
      <div role="status" aria-label={t('loading')}>
        <Loader size="sm" aria-hidden />
      </div>
    </LinkPage>
  )
}
