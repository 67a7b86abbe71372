import '../styles/shell.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { z } from 'zod'
import { queryClient } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { writeStored } from '#web/core/stored.ts'
import { ExportTray } from '#web/ui/export/export-tray.tsx'
import { Loading } from '../loading.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Footer } from './footer.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useSidebar } from './use-sidebar.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

// The page's policy forbids making code at run time; parsing would try once and leave a complaint in the console.
z.config({ jitless: true })

type Dialog = 'palette' | 'help' | null

/** Remembers where the person is, and keeps the focus on the page when its old holder went with the last one. */
const useArrival = (): void => {
  const { pathname, search } = useLocation()
  const username = useSession((state) => state.user?.username)
  useEffect(() => {
    if (username) writeStored('lastPath', { path: pathname + search, username })
  }, [pathname, search, username])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new page, whatever else changes.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Everything around a screen: menu, bar, place, foot, and what opens over it. */
export const Shell = () => {
  const { t } = useTranslation(['shell', 'common'])
  const [dialog, setDialog] = useState<Dialog>(null)
  const sidebar = useSidebar()
  const loading = useNavigation().state === 'loading'
  useArrival()
  useShortcuts({ palette: () => setDialog('palette'), help: () => setDialog('help') })
  const close = (): void => setDialog(null)
  return (
    <QueryClientProvider client={queryClient}>
      <a className={classes.skip} href="#content" inert={sidebar.open}>
        {t('skip')}
      </a>
      <div className={classes.frame}>
        <Sidebar open={sidebar.open} onClose={sidebar.close} />
        <div className={classes.column} inert={sidebar.open}>
          <Topbar menuOpen={sidebar.open} onMenu={sidebar.show} onSearch={() => setDialog('palette')} />
          <main id="content" className={classes.content} tabIndex={-1} aria-busy={loading}>
            {loading && (
              <p className={classes.pending} role="status">
                {t('common:loading')}
              </p>
            )}
            <Breadcrumbs />
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
          <Footer onHelp={() => setDialog('help')} />
        </div>
      </div>
      <Suspense>
        {dialog === 'palette' && <Palette onClose={close} />}
        {dialog === 'help' && <KeyboardHelp onClose={close} />}
        <ExportTray />
      </Suspense>
      <ScrollRestoration />
    </QueryClientProvider>
  )
}
