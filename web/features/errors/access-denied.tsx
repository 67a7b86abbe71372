import { useTranslation } from 'react-i18next'
import { OuterPage } from '#web/ui/outer-page.tsx'
import { StatusText } from '#web/ui/status-text.tsx'
import { HomeLink } from './home-link.tsx'

/** Where every 403 of the server leads. */
export const AccessDenied = () => {
  const { t } = useTranslation('errors')
  return (
    <OuterPage code="403" title={t('denied.title')} text={t('denied.text')} actions={<HomeLink />}>
      <StatusText status={403} />
    </OuterPage>
  )
}
