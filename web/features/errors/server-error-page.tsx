import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { HomeLink } from './home-link.tsx'

/** The pages /error-500 and, in the split frame, /error-500-two. */
export default function ServerErrorPage() {
  const { t } = useTranslation('public')
  const split = /-two\/?$/i.test(useLocation().pathname)
  return (
    <PublicPage split={split} code="500" title={t('broken.title')} text={t('broken.text')} actions={<HomeLink />} />
  )
}
