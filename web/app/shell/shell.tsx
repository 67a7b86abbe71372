import '../styles/shell.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { loadNamespaces } from '#web/core/i18n.ts'
import { useLayoutStore } from '#web/core/layout.ts'
import { startLiveNotifications } from '#web/core/live-notifications.ts'
import { onOpenSearch } from '#web/core/open-search.ts'
import { queryClient } from '#web/core/query-client.ts'
import { createRetryableImport } from '#web/core/retry-import.ts'
import { useSession } from '#web/core/session.ts'
import { captureTypedAhead, takeTypedAhead } from '#web/core/typed-ahead.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ExportTray } from '#web/ui/export/export-tray.tsx'
import { handleJumpClick } from '#web/ui/jump-to-section.ts'
import { Loading } from '../loading.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { ConvertedNotice } from './converted-notice.tsx'
import { Footer } from './footer.tsx'
import { LazyDialog } from './lazy-dialog.tsx'
import { useMenu } from './menu-tree.ts'
import { requestPrefixSwitch, usePendingPrefix } from './prefix-choice.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useSidebar } from './use-sidebar.ts'
import { setViewDialogOpen, useViewDialogState } from './view-choice.ts'

const importPalette = createRetryableImport(() => import('./palette.tsx'))
const loadPalette = () =>
  Promise.all([importPalette(), loadNamespaces(['palette'])])
    .then(([part]) => part)
    .catch((error: unknown) => {
      takeTypedAhead()
      throw error
    })
const importPrefixDialog = createRetryableImport(() => import('./prefix-dialog.tsx'))
const importKeyboardHelp = createRetryableImport(() => import('./keyboard-help.tsx'))
const loadKeyboardHelp = async () => (await Promise.all([importKeyboardHelp(), loadNamespaces(['keys', 'tour'])]))[0]
/** Of the view of another CVL: its texts come along. */
const loadWithViewTexts = async <T,>(part: Promise<T>): Promise<T> =>
  (await Promise.all([part, loadNamespaces(['view'])]))[0]
const importViewDialog = createRetryableImport(() => import('./view-dialog.tsx'))
const loadViewDialog = () => loadWithViewTexts(importViewDialog())
const LazyViewBanner = lazy(() => loadWithViewTexts(import('./view-banner.tsx')))
const LazyHorizontalMenu = lazy(() => import('./horizontal-menu.tsx'))
const LazyTwoColumnMenu = lazy(() => import('./two-column-menu.tsx'))
const LazySettingsPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./settings-panel.tsx'), loadNamespaces(['layout'])])
  return panel
})

type ShellDialog = 'palette' | 'help' | null

/** Keeps the focus on the page when its old holder went with the last one. */
const useFocusAfterNavigation = (): void => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new page, whatever else changes.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

/** The menu of this layout. The less usual ones are parts of their own; their place is kept until they are there. */
const MainMenu = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const mode = useLayoutStore(({ effective }) => effective.layoutMode)
  const menu = useMenu()
  if (mode !== 'horizontal' && mode !== 'two-column') return <Sidebar menu={menu} open={open} onClose={onClose} />
  const Own = mode === 'horizontal' ? LazyHorizontalMenu : LazyTwoColumnMenu
  return (
    <div className={classes.menu} data-part={mode === 'horizontal' ? 'menu' : undefined}>
      <Suspense>
        <Own menu={menu} />
      </Suspense>
    </div>
  )
}

const LayoutSettings = () => {
  const open = useLayoutStore((state) => state.isOpenRightSideBar)
  const allowed = useSession((state) => state.session?.settingsPanel)
  const [used, setUsed] = useState(open)
  useEffect(() => {
    if (open) setUsed(true)
  }, [open])
  return used && allowed ? <LazySettingsPanel opened={open} /> : null
}

/** Everything around a screen: menu, bar, place, foot, and what opens over it. */
export const Shell = () => {
  const { t } = useTranslation(['shell', 'common'])
  const [dialog, setDialog] = useState<ShellDialog>(null)
  const sidebar = useSidebar()
  const barFirst = useLayoutStore(({ effective: { layoutMode: mode } }) => mode === 'horizontal' || mode === 'detached')
  const pendingPrefix = usePendingPrefix((state) => state.prefix)
  const choosing = useViewDialogState((state) => state.asking)
  const acting = useSession((state) => state.session?.actingCvl)
  const loading = useNavigation().state === 'loading'
  useFocusAfterNavigation()
  useEffect(startLiveNotifications, [])
  const close = (): void => setDialog(null)
  const search = (): void => {
    if (dialog === 'palette') return
    // Whoever types at once is quicker than its first loading.
    captureTypedAhead(close)
    setDialog('palette')
  }
  useShortcuts({ palette: search, help: () => setDialog('help') })
  useEffect(() => onOpenSearch(() => setDialog('palette')), [])
  const menu = <MainMenu key="menu" open={sidebar.open} onClose={sidebar.close} />
  const bar = <Topbar key="bar" sidebar={sidebar} onSearch={search} />
  return (
    <QueryClientProvider client={queryClient}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does go somewhere, past the router, which would take the page for left */}
      <a className={classes.skip} href="#content" onClick={handleJumpClick} inert={sidebar.open}>
        {t('skip')}
      </a>
      <div className={classes.frame}>
        {/* In the order of the eye, which Tab follows. */}
        {barFirst ? [bar, menu] : [menu, bar]}
        <main id="content" className={classes.content} tabIndex={-1} aria-busy={loading} inert={sidebar.open}>
          {acting && (
            <Suspense>
              <LazyViewBanner />
            </Suspense>
          )}
          {loading && (
            <p className={classes.pending} role="status">
              {t('common:loading')}
            </p>
          )}
          <ConvertedNotice />
          <Breadcrumbs />
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer onHelp={() => setDialog('help')} inert={sidebar.open} />
      </div>
      <Suspense>
        {dialog === 'palette' && <LazyDialog load={loadPalette} with={{ onClose: close }} onClose={close} />}
        {dialog === 'help' && <LazyDialog load={loadKeyboardHelp} with={{ onClose: close }} onClose={close} />}
        {pendingPrefix && (
          <LazyDialog
            load={importPrefixDialog}
            with={{ prefix: pendingPrefix }}
            onClose={() => requestPrefixSwitch(null)}
          />
        )}
        {choosing && <LazyDialog load={loadViewDialog} with={{}} onClose={() => setViewDialogOpen(false)} />}
        <LayoutSettings />
        <ExportTray />
      </Suspense>
      <ScrollRestoration />
    </QueryClientProvider>
  )
}
