import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** For a person whose role opens no screen. */
export const NoScreensPage = () => {
  const { t } = useTranslation('errors')
  return (
    <>
      <PageHead title={t('noScreens.title')} />
      <EmptyState title={t('noScreens.text')} hint={t('noScreens.hint')} />
    </>
  )
}
