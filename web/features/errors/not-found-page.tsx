import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { HomeLink } from './home-link.tsx'

/** The pages /error-404 and, in the split frame, /error-404-two. */
export default function NotFoundPage() {
  const { t } = useTranslation('public')
  const split = /-two\/?$/i.test(useLocation().pathname)
  return (
    <PublicPage split={split} code="404" title={t('notFound.title')} text={t('notFound.text')} actions={<HomeLink />} />
  )
}
