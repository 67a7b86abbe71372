import './styles/first.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startTexts } from '#web/core/i18n.ts'
import { followOtherTabs, restore } from '#web/core/session.ts'
import { colorSchemeManager, theme } from '#web/core/theme.ts'
import { followArrivals } from './arrivals.ts'
import { Loading } from './loading.tsx'
import { comeCloser, router } from './router.tsx'
import { followTurns } from './turns.ts'

// Elsewhere than in the mock build nothing of it is in the files.
if (import.meta.env.MODE === 'mock') void import('#web/mock/start.ts').then(({ startMock }) => startMock())

followTurns()
followArrivals()
followOtherTabs()
comeCloser()

// Asked at once, beside the code of the page; whoever needs the answer waits for it and hears of its failure.
restore().catch(() => undefined)
startTexts()

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
