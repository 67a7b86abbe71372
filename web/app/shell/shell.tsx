import '../styles/shell.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { again } from '#web/core/again.ts'
import { fetchTexts } from '#web/core/i18n.ts'
import { useLayout } from '#web/core/layout.ts'
import { startLive } from '#web/core/live.ts'
import { queryClient } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { ExportTray } from '#web/ui/export/export-tray.tsx'
import { jump } from '#web/ui/jump.ts'
import { Loading } from '../loading.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { ConvertedNotice } from './converted-notice.tsx'
import { Footer } from './footer.tsx'
import { useMenu } from './menu-tree.ts'
import { Opened } from './opened.tsx'
import { askForPrefix, usePrefixChoice } from './prefix-choice.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'
import { keepTyped, takeTyped } from './typed-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSidebar } from './use-sidebar.ts'
import { askForView, useViewChoice } from './view-choice.ts'

const paletteFile = again(() => import('./palette.tsx'))
const palette = () =>
  paletteFile().catch((error: unknown) => {
    takeTyped()
    throw error
  })
const prefixDialog = again(() => import('./prefix-dialog.tsx'))
const keyboardHelp = again(() => import('./keyboard-help.tsx'))
/** Of the view of another CVL: its texts come along. */
const withViewTexts = async <T,>(part: Promise<T>): Promise<T> => (await Promise.all([part, fetchTexts(['view'])]))[0]
const viewDialogFile = again(() => import('./view-dialog.tsx'))
const viewDialog = () => withViewTexts(viewDialogFile())
const ViewBanner = lazy(() => withViewTexts(import('./view-banner.tsx')))
const HorizontalMenu = lazy(() => import('./horizontal-menu.tsx'))
const TwoColumnMenu = lazy(() => import('./two-column-menu.tsx'))
const SettingsPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./settings-panel.tsx'), fetchTexts(['layout'])])
  return panel
})

type Dialog = 'palette' | 'help' | null

/** Keeps the focus on the page when its old holder went with the last one. */
const useArrival = (): void => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new page, whatever else changes.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

/** The menu of this layout. The less usual ones are parts of their own; their place is kept until they are there. */
const Menu = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const mode = useLayout(({ effective }) => effective.layoutMode)
  const menu = useMenu()
  if (mode !== 'horizontal' && mode !== 'two-column') return <Sidebar menu={menu} open={open} onClose={onClose} />
  const Own = mode === 'horizontal' ? HorizontalMenu : TwoColumnMenu
  return (
    <div className={classes.menu} data-part={mode === 'horizontal' ? 'menu' : undefined}>
      <Suspense>
        <Own menu={menu} />
      </Suspense>
    </div>
  )
}

const Settings = () => {
  const open = useLayout((state) => state.isOpenRightSideBar)
  const allowed = useSession((state) => state.session?.settingsPanel)
  const [used, setUsed] = useState(open)
  useEffect(() => {
    if (open) setUsed(true)
  }, [open])
  return used && allowed ? <SettingsPanel opened={open} /> : null
}

/** Everything around a screen: menu, bar, place, foot, and what opens over it. */
export const Shell = () => {
  const { t } = useTranslation(['shell', 'common'])
  const [dialog, setDialog] = useState<Dialog>(null)
  const sidebar = useSidebar()
  const barFirst = useLayout(({ effective: { layoutMode: mode } }) => mode === 'horizontal' || mode === 'detached')
  const asked = usePrefixChoice((state) => state.asked)
  const choosing = useViewChoice((state) => state.asking)
  const acting = useSession((state) => state.session?.actingCvl)
  const loading = useNavigation().state === 'loading'
  useArrival()
  useEffect(startLive, [])
  const close = (): void => setDialog(null)
  const search = (): void => {
    if (dialog === 'palette') return
    // Whoever types at once is quicker than its first loading.
    keepTyped(close)
    setDialog('palette')
  }
  useShortcuts({ palette: search, help: () => setDialog('help') })
  const menu = <Menu key="menu" open={sidebar.open} onClose={sidebar.close} />
  const bar = <Topbar key="bar" sidebar={sidebar} onSearch={search} />
  return (
    <QueryClientProvider client={queryClient}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does go somewhere, past the router, which would take the page for left */}
      <a className={classes.skip} href="#content" onClick={jump} inert={sidebar.open}>
        {t('skip')}
      </a>
      <div className={classes.frame}>
        {/* In the order of the eye, which Tab follows. */}
        {barFirst ? [bar, menu] : [menu, bar]}
        <main id="content" className={classes.content} tabIndex={-1} aria-busy={loading} inert={sidebar.open}>
          {acting && (
            <Suspense>
              <ViewBanner />
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
        {dialog === 'palette' && <Opened load={palette} with={{ onClose: close }} onClose={close} />}
        {dialog === 'help' && <Opened load={keyboardHelp} with={{ onClose: close }} onClose={close} />}
        {asked && <Opened load={prefixDialog} with={{ prefix: asked }} onClose={() => askForPrefix(null)} />}
        {choosing && <Opened load={viewDialog} with={{}} onClose={() => askForView(false)} />}
        <Settings />
        <ExportTray />
      </Suspense>
      <ScrollRestoration />
    </QueryClientProvider>
  )
}
