import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { OuterPage } from '#web/ui/outer-page.tsx'
import { HomeLink } from './home-link.tsx'

/** For an address that no page has. */
export const NoRoute = () => {
  const { t } = useTranslation('errors')
  const { pathname } = useLocation()
  return <OuterPage title={t('noRoute.title')} text={t('noRoute.text', { path: pathname })} actions={<HomeLink />} />
}
