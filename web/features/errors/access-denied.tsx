import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { HttpStatusText } from '#web/ui/status-text.tsx'
import { HomeLink } from './home-link.tsx'

/** Where every 403 of the server leads. */
export const AccessDenied = () => {
  const { t } = useTranslation('errors')
  return (
    <PublicPage code="403" title={t('denied.title')} text={t('denied.text')} actions={<HomeLink />}>
      <HttpStatusText status={403} />
    </PublicPage>
  )
}
