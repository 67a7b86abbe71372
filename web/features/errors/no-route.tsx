import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { HomeLink } from './home-link.tsx'

/** For an address that no page has. */
export const NoRoute = () => {
  const { t } = useTranslation('errors')
  const { pathname } = useLocation()
  return (
    <ErrorPage title={t('noRoute.title')} text={t('noRoute.text', { path: pathname })}>
      <HomeLink />
    </ErrorPage>
  )
}
