import { useTranslation } from 'react-i18next'
import { ErrorPage } from './error-page.tsx'
import { HomeLink } from './home-link.tsx'

/** Where every 403 of the server leads. */
export const AccessDenied = () => {
  const { t } = useTranslation('errors')
  return (
    <ErrorPage title={t('denied.title')} text={t('denied.text')}>
      <HomeLink />
    </ErrorPage>
  )
}
