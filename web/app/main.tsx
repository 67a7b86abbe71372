import './styles/first.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { initTranslations } from '#web/core/i18n.ts'
import { listenToOtherTabs } from '#web/core/other-tabs.ts'
import { restoreSession } from '#web/core/session.ts'
import { colorSchemeManager, theme } from '#web/core/theme.ts'
import { Loading } from './loading.tsx'
import { startNavigationTracking } from './navigation-tracking.ts'
import { prefetchShellOnInput, router } from './router.tsx'
import { startSessionNavigation } from './session-navigation.ts'

// Elsewhere than in the mock build nothing of it is in the files.
if (import.meta.env.MODE === 'mock')
  void import('#web/mock/start.ts').then(({ startMockServer: startMock }) => startMock())

startSessionNavigation()
startNavigationTracking()
listenToOtherTabs()
prefetchShellOnInput()

// Asked at once, beside the code of the page; whoever needs the answer waits for it and hears of its failure.
restoreSession().catch(() => undefined)
initTranslations()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Suspense fallback={<Loading />}>
        <RouterProvider router={router} />
      </Suspense>
    </MantineProvider>
  </StrictMode>,
)
