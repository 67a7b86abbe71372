import { MantineProvider } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { MenuGroup } from '#web/app/shell/menu-tree.ts'
import { buildMenuTree } from '#web/app/shell/menu-tree.ts'
import { Sidebar } from '#web/app/shell/sidebar.tsx'
import { useSidebar } from '#web/app/shell/use-sidebar.ts'
import { useLayoutStore } from '#web/core/layout.ts'
import type { Screen } from '#web/core/screen.ts'

const HorizontalMenu = lazy(() => import('#web/app/shell/horizontal-menu.tsx'))
const TwoColumnMenu = lazy(() => import('#web/app/shell/two-column-menu.tsx'))

const buildScreen = (path: string, title: string, submenus: string[]): Screen => {
  // The titles are no screens' own; the rest is as screens have it.
  const menu = { group: 'clients', order: 1, submenus } satisfies Record<keyof NonNullable<Screen['menu']>, unknown>
  return { path, title, key: 'bt_Clientes', menu } as unknown as Screen
}
const menuNodes = buildMenuTree(
  [
    buildScreen('/first', 'First', []),
    buildScreen('/second', 'Second', ['Levels']),
    buildScreen('/third', 'Third', ['Levels', 'Deeper']),
    buildScreen('/last', 'Last', []),
  ],
  (title) => title,
)
const menuGroups: MenuGroup[] = [
  { id: 'one', label: 'Group one', icon: IconFolder, nodes: menuNodes },
  {
    id: 'two',
    label: 'Group two',
    icon: IconFolder,
    nodes: buildMenuTree([buildScreen('/other', 'Other', [])], (title) => title),
  },
]

const MenuTestPage = () => {
  const mode = useLayoutStore(({ effective }) => effective.layoutMode)
  const sidebar = useSidebar()
  return (
    <>
      {mode === 'horizontal' && <HorizontalMenu menu={menuGroups} />}
      {mode === 'two-column' && <TwoColumnMenu menu={menuGroups} />}
      {(mode === 'vertical' || mode === 'detached') && (
        <Sidebar menu={menuGroups} open={sidebar.open} onClose={sidebar.close} />
      )}
      <button type="button" onClick={sidebar.press}>
        Menu
      </button>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <MantineProvider withCssVariables={false} withGlobalClasses={false}>
    <BrowserRouter>
      <Suspense>
        <MenuTestPage />
      </Suspense>
    </BrowserRouter>
  </MantineProvider>,
)
