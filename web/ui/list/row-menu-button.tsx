import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './row-menu.module.css'
import type { RowMenuProps } from './row-menu-types.ts'

/** Comes with the first menu that is opened. */
const LazyRowMenu = lazy(() => import('./row-menu.tsx'))

/** Opens what can be done with a row. A page has fifty of them: until the first press it is no more than a button. */
export const RowMenuButton = (props: RowMenuProps) => {
  const [isUsed, setUsed] = useState(false)
  const button = (
    <UnstyledButton
      className={classes.button}
      aria-label={props.label}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    >
      <IconDots size={16} aria-hidden />
    </UnstyledButton>
  )
  if (!isUsed) return button
  return (
    <Suspense fallback={button}>
      <LazyRowMenu {...props} />
    </Suspense>
  )
}
