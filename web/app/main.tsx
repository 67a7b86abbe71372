import './styles/first.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onRefusal } from '#web/core/call.ts'
import { startTexts } from '#web/core/i18n.ts'
import { followOtherTabs, forget, restore, useSession } from '#web/core/session.ts'
import { theme } from '#web/core/theme.ts'
import { Loading } from './loading.tsx'
import { leaveForSignIn, router } from './router.tsx'

const here = (): string => location.pathname + location.search

onRefusal(({ status }) => {
  if (status === 403) void router.navigate('/access-denied')
  if (status !== 401) return
  const signedIn = useSession.getState().session !== null
  forget()
  // Before the first answer the guard is asking, and leaves by itself.
  if (signedIn) leaveForSignIn(here())
})
followOtherTabs(() => leaveForSignIn(here()))

// Asked at once, beside the code of the page; whoever needs the answer waits for it and hears of its failure.
restore().catch(() => undefined)
startTexts()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'theme' })}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Suspense fallback={<Loading />}>
        <RouterProvider router={router} />
      </Suspense>
    </MantineProvider>
  </StrictMode>,
)
