import { MantineProvider } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { MenuGroup } from '#web/app/shell/menu-tree.ts'
import { treeOf } from '#web/app/shell/menu-tree.ts'
import { Sidebar } from '#web/app/shell/sidebar.tsx'
import { useSidebar } from '#web/app/shell/use-sidebar.ts'
import { useLayout } from '#web/core/layout.ts'
import type { Screen } from '#web/core/screen.ts'

const HorizontalMenu = lazy(() => import('#web/app/shell/horizontal-menu.tsx'))
const TwoColumnMenu = lazy(() => import('#web/app/shell/two-column-menu.tsx'))

const screen = (path: string, title: string, under: string[]): Screen =>
  ({ path, title, key: 'bt_Clientes', menu: { group: 'clients', order: 1, under } }) as unknown as Screen
const nodes = treeOf(
  [
    screen('/first', 'First', []),
    screen('/second', 'Second', ['Levels']),
    screen('/third', 'Third', ['Levels', 'Deeper']),
    screen('/last', 'Last', []),
  ],
  (title) => title,
)
const menu: MenuGroup[] = [
  { id: 'one', label: 'Group one', icon: IconFolder, nodes },
  { id: 'two', label: 'Group two', icon: IconFolder, nodes: treeOf([screen('/other', 'Other', [])], (title) => title) },
]

const Page = () => {
  const mode = useLayout(({ effective }) => effective.layoutMode)
  const sidebar = useSidebar()
  return (
    <>
      {mode === 'horizontal' && <HorizontalMenu menu={menu} />}
      {mode === 'two-column' && <TwoColumnMenu menu={menu} />}
      {(mode === 'vertical' || mode === 'detached') && (
        <Sidebar menu={menu} open={sidebar.open} onClose={sidebar.close} />
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
        <Page />
      </Suspense>
    </BrowserRouter>
  </MantineProvider>,
)
