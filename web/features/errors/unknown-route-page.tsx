import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PublicPage } from '#web/ui/public-page.tsx'
import { HomeLink } from './home-link.tsx'

/** For an address that no page has. */
export const UnknownRoutePage = () => {
  const { t } = useTranslation('errors')
  const { pathname } = useLocation()
  return <PublicPage title={t('noRoute.title')} text={t('noRoute.text', { path: pathname })} actions={<HomeLink />} />
}
