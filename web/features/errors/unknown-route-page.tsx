import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { HomeLink } from './home-link.tsx'

/** The same with menu and top bar around it, for people who are signed in. */
export const UnknownScreenPage = () => {
  const { t } = useTranslation('errors')
  const { pathname } = useLocation()
  return (
    <ErrorPage isInShell title={t('noRoute.title')} text={t('noRoute.text', { path: pathname })}>
      <HomeLink />
    </ErrorPage>
  )
}

/** For an address that no page has. */
export const UnknownRoutePage = () => {
  const { t } = useTranslation('errors')
  const { pathname } = useLocation()
  return <PublicPage title={t('noRoute.title')} text={t('noRoute.text', { path: pathname })} actions={<HomeLink />} />
}
